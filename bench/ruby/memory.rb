# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Resident KiB of this process after requiring what the arguments name.

ARGV.each { |feature| require feature }
puts File.read("/proc/self/status")[/^VmRSS:\s+(\d+)/, 1]
