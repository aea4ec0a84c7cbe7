/** The site's style sheet: colours, sizes and corners of the console, and its font where the server has it. */
export const style = `
:root {
  color-scheme: light dark;
  --canvas: #f6f7f5;
  --raised: #ffffff;
  --sunken: #f3f5f2;
  --hover: #f2f4f1;
  --line: #e4e8e3;
  --line-strong: #cdd3cc;
  --control-line: #868f89;
  --text: #151c18;
  --text-2: #45504a;
  --text-3: #626c66;
  --accent: #0f7a4b;
  --accent-hover: #0b673e;
  --accent-text: #0b6a41;
  --accent-tint: #e8f4ed;
  --accent-line: #b7dcc7;
  --danger-text: #b02a24;
  --danger-tint: #fceeec;
  --danger-line: #f0c6c2;
  --disabled: #9aa29d;
  --focus: #0f7a4b;
  --shadow: 0 1px 2px rgb(20 32 25 / 5%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #141916;
    --raised: #1c221f;
    --sunken: #101412;
    --hover: #242b27;
    --line: #272e2a;
    --line-strong: #39423d;
    --control-line: #6b756f;
    --text: #ecf0ed;
    --text-2: #b5beb8;
    --text-3: #a0aaa4;
    --accent-hover: #178553;
    --accent-text: #5cc793;
    --accent-tint: #16291f;
    --accent-line: #25503a;
    --danger-text: #f4908a;
    --danger-tint: #2e1917;
    --danger-line: #5c2a26;
    --disabled: #5f6963;
    --focus: #5cc793;
    --shadow: 0 1px 2px rgb(0 0 0 / 30%);
  }
}
* { box-sizing: border-box; }
body {
  display: grid;
  grid-template: auto 1fr auto / minmax(0, 1fr);
  min-height: 100vh;
  margin: 0;
  background: var(--canvas);
  color: var(--text);
  font: 14px/20px var(--gr-font, system-ui, sans-serif);
}
a { color: var(--accent-text); text-decoration: underline; text-decoration-color: var(--line-strong); text-underline-offset: 3px; }
a:hover { text-decoration-color: currentColor; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; z-index: 1; background: var(--raised); padding: 8px; }
header { background: var(--raised); border-bottom: 1px solid var(--line); }
.bar, main, footer { width: 100%; max-width: 1120px; margin: 0 auto; padding-inline: 24px; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0 24px; min-height: 56px; }
.mark { display: flex; align-items: center; gap: 10px; color: var(--text); font-size: 16px; font-weight: 600; letter-spacing: -0.01em; text-decoration: none; }
.tile { fill: var(--accent); }
.door { fill: #ffffff; }
.mark small { padding: 2px 8px; border: 1px solid var(--line-strong); border-radius: 6px; color: var(--text-2); font-size: 12px; font-weight: 400; line-height: 16px; letter-spacing: 0; }
nav { display: flex; flex-wrap: wrap; gap: 4px; margin: 0 -10px 0 auto; }
nav a { padding: 8px 10px; border-radius: 6px; color: var(--text-2); text-decoration: none; }
nav a:hover { background: var(--hover); color: var(--text); }
main { padding-block: 32px; }
footer { padding-block: 20px; border-top: 1px solid var(--line); color: var(--text-3); font-size: 13px; }
h1, h2, h3 { font-weight: 600; text-wrap: balance; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 32px; letter-spacing: -0.02em; }
h2 { margin: 32px 0 12px; font-size: 18px; line-height: 24px; letter-spacing: -0.01em; }
h3 { margin: 0; font-size: 15px; line-height: 20px; letter-spacing: -0.005em; }
p { margin: 0; }
img { display: block; max-width: 100%; height: auto; }
ul { list-style: none; margin: 0; padding: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 16px; }
.tiles li, article, aside, .narrow { background: var(--raised); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); }
article, aside, .narrow { padding: 20px; }
.tiles li { position: relative; display: flex; flex-direction: column; gap: 4px; overflow: hidden; padding-bottom: 16px; }
.tiles li:hover { border-color: var(--line-strong); }
.tiles li > :not(img, .no-picture) { margin-inline: 16px; }
.tiles img, .no-picture { width: 100%; aspect-ratio: 16 / 9; object-fit: cover; margin-bottom: 8px; }
.no-picture { background: var(--sunken); }
.tiles h3 a { color: inherit; text-decoration: none; }
.tiles h3 a::after { content: ""; position: absolute; inset: 0; }
.tiles li:has(a:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
.tiles h3 a:focus-visible { outline: none; }
.tiles p { color: var(--text-2); font-size: 13px; }
.tiles .price { margin-top: auto; padding-top: 4px; color: var(--text); font-size: 14px; font-weight: 600; font-variant-numeric: tabular-nums; }
.price del { color: var(--text-3); }
.price strong { font-size: 24px; line-height: 32px; font-weight: 600; letter-spacing: -0.02em; }
.banners { display: flex; gap: 16px; overflow-x: auto; }
.banners li:empty { display: none; }
.banners img { width: auto; max-width: none; height: 140px; border-radius: 10px; }
.news li { padding: 8px 0; }
.news li + li { border-top: 1px solid var(--line); }
small, .fact, .hint { color: var(--text-3); font-size: 13px; line-height: 20px; }
.offer { display: grid; gap: 32px; padding: 0; background: none; border: 0; box-shadow: none; }
@media (min-width: 900px) { .offer { grid-template-columns: minmax(0, 1fr) 360px; align-items: start; } }
.offer img, .offer .no-picture { width: 100%; aspect-ratio: 16 / 9; object-fit: cover; margin-bottom: 20px; border-radius: 10px; }
.offer h1 { margin-bottom: 8px; }
.offer aside section { margin-bottom: 20px; padding-bottom: 20px; border-bottom: 1px solid var(--line); }
.offer aside h2 { margin: 0; font-size: 15px; line-height: 20px; }
.description { margin-top: 16px; max-width: 68ch; white-space: pre-wrap; overflow-wrap: anywhere; }
.narrow { max-width: 480px; margin: 0 auto; padding: 24px; }
.narrow > * + * { margin-top: 12px; }
.narrow h1 { margin-bottom: 0; }
.feed { display: grid; gap: 16px; max-width: 680px; margin: 0 auto; }
.feed h1, .feed h2 { margin: 0; }
.feed img { border-radius: 8px; }
.quiet-heading { position: absolute; left: -9999px; }
form, .fields { display: grid; gap: 16px; }
.inline { grid-auto-flow: column; grid-auto-columns: minmax(0, auto); align-items: end; justify-content: start; gap: 8px; margin-top: 12px; }
label { display: grid; gap: 6px; font-size: 13px; font-weight: 600; }
.check { grid-auto-flow: column; justify-content: start; align-items: center; gap: 8px; font-size: 14px; font-weight: 400; }
input, select, textarea, button { font: inherit; color: inherit; }
input, select, textarea { width: 100%; min-height: 36px; padding: 7px 11px; background: var(--raised); border: 1px solid var(--control-line); border-radius: 6px; font-size: 14px; font-weight: 400; }
.check input { width: 16px; min-height: 16px; margin: 0; accent-color: var(--accent); }
button { min-height: 36px; padding: 7px 15px; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: #ffffff; font-weight: 600; cursor: pointer; transition: background-color 120ms; }
button:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
.quiet { background: var(--raised); color: var(--text); border-color: var(--line-strong); box-shadow: var(--shadow); font-weight: 500; }
.quiet:hover { background: var(--hover); border-color: var(--line-strong); }
button:disabled { cursor: default; color: var(--disabled); border-color: var(--line); background: var(--sunken); box-shadow: none; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.notice { margin: 0 0 20px; padding: 10px 12px; border: 1px solid var(--accent-line); border-radius: 8px; background: var(--accent-tint); color: var(--accent-text); }
.notice.refused { border-color: var(--danger-line); background: var(--danger-tint); color: var(--danger-text); }
.narrow .notice, aside .notice { margin-bottom: 0; }
.poll li, .row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; margin-top: 8px; }
.row { margin-top: 16px; }
.author { margin: 0; }
dl { margin: 0; }
dl > *, dl div { margin: 0; }
dt { margin-top: 8px; color: var(--text-3); font-size: 13px; }
dd { font-variant-numeric: tabular-nums; }
details { margin-top: 8px; }
details form { margin-top: 8px; }
.join { padding: 8px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); box-shadow: var(--shadow); margin: 0; }
.join form { padding-bottom: 8px; }
summary { padding: 6px 0; color: var(--text-2); font-size: 13px; cursor: pointer; }
@media (max-width: 720px) {
  .bar, main, footer { padding-inline: 16px; }
  .bar { padding-block: 10px 6px; }
  nav { gap: 0; margin: 0 -8px; }
  nav a { padding: 10px 8px; font-size: 13px; }
  main { padding-block: 20px; }
  input, select, textarea { min-height: 44px; padding: 10px 12px; font-size: 16px; line-height: 24px; }
  button { min-height: 44px; }
  .check { min-height: 44px; }
  summary { padding: 12px 0; }
}
@media (prefers-reduced-motion: reduce) {
  button { transition: none; }
}
@media (forced-colors: active) {
  button { border: 1px solid ButtonText; }
}
`
