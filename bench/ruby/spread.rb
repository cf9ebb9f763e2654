# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Order statistics as the C suites take them (timing/stats.c): median, MAD, ratios pair by pair, and
# whether a difference lies within the noise. Knows no clock.

module Spread
  NOISY = 0.10
  # Of fewer values the whole range counts.
  FEW = 5

  module_function

  def median(values)
    sorted = values.sort
    middle = sorted.size / 2
    sorted.size.odd? ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0
  end

  # Median of the absolute deviations from the median.
  def mad(values)
    middle = median(values)
    median(values.map { |value| (value - middle).abs })
  end

  def width(values)
    values.size < FEW ? values.max - values.min : 2 * mad(values)
  end

  def noisy?(values)
    width(values) / median(values).to_f > NOISY
  end

  # {min, median, max, mad} as every suite writes it.
  def summary(values)
    { min: values.min, median: median(values), max: values.max, mad: mad(values) }
  end

  # What times say of a peer beside the subject's, taken in the same rounds.
  def beside(peer, subject)
    ratios = peer.zip(subject).map { |a, b| a / b.to_f }
    middle = median(ratios)
    noise = [values_noise(ratios), 0.01].max
    { ratio: middle.round(4), ratio_mad: mad(ratios).round(4), noisy: noisy?(ratios),
      peer_is: if middle > 1 + noise then "slower"
               else
                 middle < 1 - noise ? "faster" : "even"
               end }
  end

  def values_noise(ratios)
    ratios.size < FEW ? (ratios.max - ratios.min) / 2 : 2 * mad(ratios)
  end
end
