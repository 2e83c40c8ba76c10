// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_PICTURE_PICTURE_STYLE_H_
#define BATON_TOOLS_TRACEVIEW_PICTURE_PICTURE_STYLE_H_

namespace baton::traceview {

// The style sheet of pictures. Texts have a contrast of at least 4.5, bars of
// at least 3, in light and dark.
inline constexpr char kPictureStyle[] =
    R"(svg { --paper: #ffffff; --ink: #1d1e20; --dim: #5f6168;
  --line: #e6e6e1; --good: #23805a; --bad: #c93a34; --on: #ffffff;
  --wait: #a8720c; --waiting: #fbf1dc; --waited: #7d5405;
  --server: #78849a; --stumbled: #a4646a;
  font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
@media (prefers-color-scheme: dark) {
  svg { --paper: #17181b; --ink: #e9eaec; --dim: #a0a3ab; --line: #2c2e33;
    --good: #3fae7e; --bad: #e5605a; --on: #101114; --wait: #d79c2c;
    --waiting: #2d2413; --waited: #e8b95c; --server: #747d95;
    --stumbled: #b5767d; }
}
.paper { fill: var(--paper); stroke: var(--line); }
.line { stroke: var(--line); }
.answer { stroke: var(--dim); stroke-dasharray: 4 3; }
.good { fill: var(--good); } .bad { fill: var(--bad); }
.server { fill: var(--server); } .stumbled { fill: var(--stumbled); }
.wait { fill: var(--waiting); stroke: var(--wait); stroke-dasharray: 3 3; }
text { fill: var(--ink); } .dim { fill: var(--dim); font-size: 12px; }
.bold { font-weight: 650; } .title { font-weight: 650; font-size: 17px; }
.on { fill: var(--on); font-size: 11px; font-weight: 600; }
.waited { fill: var(--waited); font-size: 11px; font-weight: 600; }
.middle { text-anchor: middle; } .end { text-anchor: end; }
)";

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_PICTURE_PICTURE_STYLE_H_
