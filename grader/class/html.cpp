#include "class/html.h"

#include <fmt/format.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <array>

#include "common/text.h"

namespace gridlock {
namespace {

constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'{0}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{1}</title><style>{2}</style></head><body><h1>{1}</h1>
)";

/// The colours are the player's.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --bg: #fff; --tint: #f4f6f8; --ink: #1b1f24;
 --soft: #59636e; --line: #d7dce1; --hot: #00639c; --fill: #0072b2; --bad: #b34700;
 --bad-bg: #fdf0e6; --good: #00664b; --good-bg: #e5f4ef; }
@media (prefers-color-scheme: dark) { :root { --bg: #16191d; --tint: #21262c;
 --ink: #e6e9ec; --soft: #a3adb8; --line: #363d45; --hot: #7cc4f0; --fill: #56b4e9;
 --bad: #ff9a57; --bad-bg: #3a2416; --good: #4fc9a0; --good-bg: #12332a; } }
* { box-sizing: border-box; }
body { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--bg);
 color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
a { color: var(--hot); } h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { margin: 1.5rem 0 .5rem; } small, .soft, figcaption { color: var(--soft); }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .85em; }
pre { margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: .92em; }
td:first-child { white-space: nowrap; } .wide { margin: 1rem 0; overflow-x: auto; }
pre code { font-size: inherit; }
td, th { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line);
 text-align: left; vertical-align: top; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
th[aria-sort] { cursor: pointer; white-space: nowrap; } th[aria-sort]:hover { color: var(--hot); }
[aria-sort=ascending]::after { content: " \2191"; }
[aria-sort=descending]::after { content: " \2193"; }
.lab { display: flex; flex-wrap: wrap; gap: 1rem 3rem; align-items: center; }
figure { flex: 0 1 30rem; margin: 0; } svg { width: 100%; height: auto; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
svg .bar, meter { fill: var(--fill); } svg .axis { stroke: var(--line); fill: none; }
dl { display: grid; grid-template-columns: auto auto; gap: .2rem 1.5rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; }
.heat td, .heat th { padding: .15rem .35rem; text-align: center; border: 1px solid var(--bg); }
.heat :is(td, th):first-child { position: sticky; left: 0; z-index: 1; text-align: left;
 background: var(--bg); white-space: nowrap; padding-right: .8rem; }
.p { background: var(--good-bg); color: var(--good); }
.f { background: var(--bad); color: var(--bg); font-weight: 700; }
.o { background: var(--bad-bg); color: var(--bad); font-weight: 700; }
.u { background: var(--tint); color: var(--soft); }
.share { min-width: 9rem; } .share i, .part i { display: block; height: .6rem;
 border-radius: .3rem; background: var(--tint); border: 1px solid var(--line); }
.share b, .part b { display: block; height: 100%; border-radius: .3rem;
 background: var(--fill); }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.code { padding: .6rem; background: var(--tint); border-radius: 6px;
 border: 1px solid var(--line); overflow-x: auto; white-space: pre; }
mark { color: inherit; background: var(--bad-bg); box-shadow: inset 3px 0 var(--bad); }
.code mark { display: block; margin: 0 -.6rem; padding: 0 .6rem; }
.part { margin: 1rem 0; } .part h3 { display: flex; gap: 1rem; margin: 0 0 .3rem; }
.part h3 span { margin-left: auto; white-space: nowrap; }
.checks { margin: .6rem 0; padding: 0; list-style: none; }
.checks li { display: grid; grid-template-columns: 1.5rem 2.2rem 1fr auto; gap: .4rem;
 padding: .15rem 0; } .checks .ok { color: var(--good); }
.checks .no { color: var(--bad); font-weight: 700; }
.card { margin: 1.25rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line);
 border-left: 4px solid var(--bad); border-radius: 8px; overflow-wrap: anywhere; }
.card h3 { margin-top: 0; } .cost { color: var(--bad); font-weight: 600; }
blockquote { margin: .6rem 0; padding-left: .9rem; border-left: 3px solid var(--line); }
summary { cursor: pointer; color: var(--hot); }
@media (max-width: 600px) { .pair { grid-template-columns: minmax(0, 1fr); }
 td, th { padding-right: .5rem; } .share { min-width: 4rem; }
 td:first-child { white-space: normal; } td:last-child { overflow-wrap: anywhere; }
 body { padding: 1rem .75rem; font-size: 15px; } .card { padding: .75rem; } }
@media print { h2, h3 { break-after: avoid; } tr { break-inside: avoid; }
 .wide { overflow: visible; } .heat { font-size: .7em; }
 .heat :is(td, th) { padding: .1rem .25rem; } }
)";

/// The script's hash as a policy names it: 'sha256-...'.
std::string source_of(const std::string& script) {
  sha256_ctx hash;
  ::sha256_init(&hash);
  ::sha256_update(&hash, script.size(),
                  reinterpret_cast<const std::uint8_t*>(script.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
  ::sha256_digest(&hash, digest.size(), digest.data());
  std::string text(BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE), ' ');
  ::base64_encode_raw(text.data(), digest.size(), digest.data());
  return "'sha256-" + text + "'";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe = sanitize_text(text);
  for (const auto& [letter, entity] : {std::pair{"&", "&amp;"},
                                       {"<", "&lt;"},
                                       {">", "&gt;"},
                                       {"\"", "&quot;"},
                                       {"'", "&#39;"}})
    safe = replace_all(safe, letter, entity);
  return safe;
}

std::string code_excerpt(const std::string& code, const std::set<int>& lines) {
  constexpr int kAround = 3;
  const auto all = split_lines(code);
  std::string text;
  int shown = 0;
  for (int number = 1; number <= static_cast<int>(all.size()); ++number) {
    const auto near = lines.lower_bound(number - kAround);
    if (near == lines.end() || *near > number + kAround) continue;
    if (shown > 0 && shown != number - 1) text += "  ...\n";
    shown = number;
    const std::string line = fmt::format(
        "{:4}  {}\n", number, escaped(all[static_cast<std::size_t>(number - 1)]));
    text += lines.contains(number) ? "<mark>" + line + "</mark>" : line;
  }
  return text.empty() ? "" : "<pre class=\"code\">" + text + "</pre>\n";
}

std::string page_head(const std::string& title, const std::vector<std::string>& scripts) {
  std::string sources;
  for (const std::string& script : scripts)
    sources += (sources.empty() ? "; script-src " : " ") + source_of(script);
  return fmt::format(fmt::runtime(kHead), sources, escaped(title), kStyle);
}

}  // namespace gridlock
