# SPDX-License-Identifier: MIT
#
# bench_page.py - one self-contained HTML page of the Markdown report and the plots. Reads the
# Markdown that performance_doc.py writes: headings, paragraphs, tables, code, bold, details. Knows no
# suite.

import base64
import html
import re

STYLE = """
:root{--ink:#1c1917;--soft:#57534e;--line:#e7e5e4;--paper:#fafaf9;--card:#fff;--accent:#c2410c;
--good:#15803d;--bad:#b91c1c;--tint:#fff7ed}
@media(prefers-color-scheme:dark){:root{--ink:#f5f5f4;--soft:#a8a29e;--line:#44403c;--paper:#1c1917;
--card:#292524;--accent:#fb923c;--good:#4ade80;--bad:#f87171;--tint:#3b2a20}}
*{box-sizing:border-box}html{scroll-behavior:smooth;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
.page{max-width:1360px;margin:0 auto;padding:1.2rem;display:grid;gap:2.2rem;
grid-template-columns:15rem minmax(0,1fr)}main{min-width:0}
h1{font-size:2.1rem;letter-spacing:-.02em;margin:.4em 0 .3em}
h2{margin:2.2em 0 .5em;padding-top:.6em;border-top:2px solid var(--accent);line-height:1.25}
h3{margin:1.5em 0 .4em}p{max-width:72ch;overflow-wrap:anywhere}a{color:var(--accent)}
nav{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow:auto;
font-size:.86rem;line-height:1.35}nav summary{font-weight:600;color:var(--soft);cursor:pointer}
nav a{display:block;padding:.28rem 0;text-decoration:none;border-bottom:1px solid var(--line)}
nav a:hover,summary:hover{text-decoration:underline}
.cards{display:grid;gap:.8rem;grid-template-columns:repeat(auto-fill,minmax(9.8rem,1fr));margin:1.2rem 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:.8rem .9rem}
.card b{display:block;font-size:1.55rem;line-height:1.15;letter-spacing:-.02em;color:var(--accent)}
.card span{display:block;font-size:.82rem;line-height:1.3;color:var(--soft);margin-top:.25rem}
.scroll{overflow:auto;max-height:85vh;border:1px solid var(--line);border-radius:10px;
background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.86rem;font-variant-numeric:tabular-nums}
th,td{padding:.36rem .6rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
td.long{white-space:normal;min-width:16rem;overflow-wrap:anywhere}tr:last-child td{border-bottom:0}
tbody tr:hover{background:var(--tint)}
th{position:sticky;top:0;background:var(--card);cursor:pointer;user-select:none;color:var(--soft);
box-shadow:inset 0 -1px var(--line)}
th[aria-sort=ascending]::after{content:" \\25B2"}th[aria-sort=descending]::after{content:" \\25BC"}
.met,.missed{white-space:normal;display:inline-block;min-width:4rem}
.met{color:var(--good);font-weight:600}.missed{color:var(--bad);font-weight:600}
code{font-size:.88em;background:var(--line);padding:.05em .3em;border-radius:4px}
main details{margin:.6rem 0 1.2rem}main summary{cursor:pointer;color:var(--soft);font-size:.9rem}
figure{margin:0;background:#fff;border:1px solid var(--line);border-radius:10px;padding:.4rem}
img{display:block;width:100%;height:auto}.figures{display:grid;gap:1rem;
grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr))}
@media(max-width:900px){.page{display:block;padding:.9rem}nav{position:static;max-height:none}
nav a{padding:.45rem 0}h1{font-size:1.6rem}.cards{grid-template-columns:1fr 1fr}
.card b{font-size:1.3rem}td.long{min-width:11rem}th,td{padding:.34rem .45rem}}
@media print{nav{display:none}.page{display:block}.scroll{max-height:none}}
"""

SCRIPT = """
function value(t){var m=t.replace(/,/g,'').match(/-?\\d+(\\.\\d+)?/);if(!m)return null;
var n=parseFloat(m[0]),u={KiB:1024,MiB:1048576,GiB:1073741824};
for(var k in u)if(t.indexOf(k)>=0&&t.indexOf(k+'/s')<0)return n*u[k];return n}
document.querySelectorAll('th').forEach(function(th){th.tabIndex=0;th.title='sort';function sort(){
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
var contents=document.querySelector('nav details');
if(contents&&window.innerWidth>900)contents.open=true;
"""


def inline(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"\[([^\]]+)\]\(([^)]+)\)", r'<a href="\2">\1</a>', text)


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def shown(cell):
    """A cell; what became of a bar has its colour."""
    if re.fullmatch(r"met(, within the noise)?", cell):
        return f'<span class="met">{cell}</span>'
    missed = re.fullmatch(r"\*\*missed\*\*(, within the noise)?", cell)
    return f'<span class="missed">{cell.replace("*", "")}</span>' if missed else inline(cell)


def table(lines):
    head, rows = cells(lines[0]), [cells(line) for line in lines[2:]]
    out = '<div class="scroll"><table>'
    if any(head):
        out += "<thead><tr>" + "".join(f"<th>{inline(cell)}</th>" for cell in head) + "</tr></thead>"
    out += "<tbody>"
    for row in rows:
        out += "<tr>"
        for cell in row:
            out += f"<td{' class=long' if len(cell) > 48 else ''}>{shown(cell)}</td>"
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
        if line.startswith(("<details>", "</details>")):
            flush()
            out.append(line)
        elif heading:
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


def page(markdown, plots, cards, title="Hashmill: measured"):
    """cards: [(value, label)]"""
    out, contents = body(markdown)
    first = next((i for i, part in enumerate(out) if part.startswith("<h2")), len(out))
    figures = "".join(figure(name, path) for name, path in plots.items())
    tiles = "".join(
        f'<div class="card"><b>{html.escape(value)}</b><span>{html.escape(label)}</span></div>'
        for value, label in cards
    )
    middle = f'<div class="cards">{tiles}</div>' if tiles else ""
    if figures:
        middle += f'<h2 id="plots">In pictures</h2><div class="figures">{figures}</div>'
        contents.insert(0, '<a href="#plots">In pictures</a>')
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head><body>"
        f'<div class="page"><nav><details><summary>Contents</summary>{"".join(contents)}</details></nav>'
        "<main>\n"
        + "\n".join(out[:first] + [middle] + out[first:])
        + f"</main></div><script>{SCRIPT}</script></body></html>\n"
    )
