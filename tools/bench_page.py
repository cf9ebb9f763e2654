# SPDX-License-Identifier: MIT
#
# bench_page.py - one self-contained HTML page of the Markdown report and the plots. Reads the
# Markdown that performance_doc.py writes: headings, paragraphs, tables, code, bold. Knows no suite.

import base64
import html
import re

STYLE = """
:root{--ink:#1c1917;--soft:#57534e;--line:#e7e5e4;--paper:#fafaf9;--card:#fff;--accent:#c2410c}
@media(prefers-color-scheme:dark){:root{--ink:#f5f5f4;--soft:#a8a29e;--line:#44403c;--paper:#1c1917;
--card:#292524;--accent:#fb923c}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,sans-serif}main{max-width:1080px;margin:0 auto;padding:1.2rem}
h1{font-size:2rem;margin:.6em 0 .3em}h2{margin:2em 0 .5em;padding-top:.6em;
border-top:2px solid var(--accent)}h3{margin:1.4em 0 .4em}p{max-width:75ch;overflow-wrap:anywhere}
a{color:var(--accent)}nav{columns:2 18rem;font-size:.93rem}nav a{display:block;padding:.1rem 0}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.87rem;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .6rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
td.long{white-space:normal;min-width:16rem;overflow-wrap:anywhere}tr:last-child td{border-bottom:0}
th{position:sticky;top:0;background:var(--card);cursor:pointer;user-select:none;color:var(--soft)}
th[aria-sort=ascending]::after{content:" \\25B2"}th[aria-sort=descending]::after{content:" \\25BC"}
code{font-size:.88em;background:var(--line);padding:.05em .3em;border-radius:4px}
figure{margin:1rem 0;background:#fff;border:1px solid var(--line);border-radius:8px;padding:.4rem}
img{display:block;width:100%;height:auto}.figures{display:grid;gap:1rem;
grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr))}figure{margin:0}
@media(max-width:600px){main{padding:.8rem}h1{font-size:1.5rem}}
"""

SCRIPT = """
function value(t){var m=t.replace(/,/g,'').match(/-?\\d+(\\.\\d+)?/);if(!m)return null;
var n=parseFloat(m[0]),u={KiB:1024,MiB:1048576,GiB:1073741824};
for(var k in u)if(t.indexOf(k)>=0&&t.indexOf(k+'/s')<0)return n*u[k];return n}
document.querySelectorAll('th').forEach(function(th){th.tabIndex=0;function sort(){
var table=th.closest('table'),body=table.tBodies[0],i=th.cellIndex;
var up=th.getAttribute('aria-sort')!=='ascending';
table.querySelectorAll('th').forEach(function(o){o.removeAttribute('aria-sort')});
th.setAttribute('aria-sort',up?'ascending':'descending');
Array.from(body.rows).map(function(r){var t=r.cells[i].textContent;return[r,value(t),t]})
.sort(function(a,b){var d=a[1]!==null&&b[1]!==null?a[1]-b[1]:a[2].localeCompare(b[2]);
return up?d:-d}).forEach(function(x){body.appendChild(x[0])})}
th.addEventListener('click',sort);
th.addEventListener('keydown',function(e){if(e.key==='Enter'||e.key===' '){e.preventDefault();sort()}
})});
"""


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"\[([^\]]+)\]\(([^)]+)\)", r'<a href="\2">\1</a>', text)


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(lines):
    head, rows = cells(lines[0]), [cells(line) for line in lines[2:]]
    out = '<div class="scroll"><table><thead><tr>'
    out += "".join(f"<th>{inline(cell)}</th>" for cell in head) + "</tr></thead><tbody>"
    for row in rows:
        out += "<tr>"
        for cell in row:
            out += f"<td{' class=long' if len(cell) > 48 else ''}>{inline(cell)}</td>"
        out += "</tr>"
    return out + "</tbody></table></div>"


def anchor(title):
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def body(markdown):
    out, contents, block = [], [], []

    def flush():
        if block and block[0].startswith("|"):
            out.append(table(block))
        elif block:
            out.append(f"<p>{inline(' '.join(block))}</p>")
        block.clear()

    for line in markdown.splitlines():
        heading = re.match(r"(#{1,3}) (.*)", line)
        if line.startswith("<!--"):
            continue
        if heading:
            flush()
            depth, title = len(heading[1]), heading[2]
            out.append(f'<h{depth} id="{anchor(title)}">{inline(title)}</h{depth}>')
            if depth == 2:
                contents.append(f'<a href="#{anchor(title)}">{inline(title)}</a>')
        elif not line.strip():
            flush()
        else:
            if block and block[0].startswith("|") != line.startswith("|"):
                flush()
            block.append(line)
    flush()
    return out, contents


def figure(name, path):
    data = base64.b64encode(path.read_bytes()).decode()
    return f'<figure><img alt="plot: {name}" src="data:image/svg+xml;base64,{data}"></figure>'


def page(markdown, plots, title):
    out, contents = body(markdown)
    first = next((i for i, part in enumerate(out) if part.startswith("<h2")), len(out))
    figures = "".join(figure(name, path) for name, path in plots.items())
    middle = f"<nav>{''.join(contents)}</nav>"
    middle += f'<h2 id="plots">In pictures</h2><div class="figures">{figures}</div>' if figures else ""
    parts = out[:first] + [middle] + out[first:]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head><body><main>"
        + "\n".join(parts)
        + f"</main><script>{SCRIPT}</script></body></html>\n"
    )
