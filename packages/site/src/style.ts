/** The site's style sheet. Its colours are those of the console. */
export const style = `
:root { color-scheme: light dark; --ground: #f7f6f2; --card: #fff; --line: #dcdad2; --ink: #1b1f1c; --quiet: #5a615c; --green: #0b6e4f; --on-green: #fff; --red: #a3261f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #121613; --card: #1b201c; --line: #343b36; --ink: #eceeea; --quiet: #a6ada8; --green: #4fc598; --on-green: #08120d; --red: #ff8f86; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--green); }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; background: var(--card); padding: 8px; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 12px 24px; background: var(--card); border-bottom: 1px solid var(--line); }
.mark { font-weight: 700; color: var(--ink); text-decoration: none; }
.mark span { color: var(--quiet); font-weight: 400; }
nav { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-left: auto; }
nav a { padding: 8px 0; }
main { max-width: 1120px; margin: 0 auto; padding: 24px; }
footer { max-width: 1120px; margin: 0 auto; padding: 24px; color: var(--quiet); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 16px; }
h2 { font-size: 1.25rem; margin: 32px 0 12px; }
h3 { font-size: 1rem; margin: 8px 0 0; }
img { max-width: 100%; height: auto; border-radius: 8px; }
ul { list-style: none; margin: 0; padding: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 16px; }
.tiles li, article, aside, .narrow { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; }
.tiles img, .no-picture { width: 100%; aspect-ratio: 16 / 9; object-fit: cover; }
.no-picture { background: var(--line); border-radius: 8px; }
.tiles p { margin: 4px 0 0; color: var(--quiet); }
.tiles .price, .price strong { color: var(--ink); font-weight: 600; }
.price strong { font-size: 1.5rem; }
.banners { display: flex; gap: 16px; overflow-x: auto; }
.banners img { height: 140px; width: auto; max-width: none; }
.news li { padding: 6px 0; }
small, .fact, .hint { color: var(--quiet); }
.fact { margin: 0; }
.offer { display: grid; gap: 24px; padding: 0; background: none; border: 0; }
@media (min-width: 900px) { .offer { grid-template-columns: 1fr 360px; align-items: start; } }
.offer img { width: 100%; aspect-ratio: 16 / 9; object-fit: cover; margin-bottom: 16px; }
.offer aside h2 { margin-top: 16px; }
.description { white-space: pre-wrap; overflow-wrap: anywhere; }
.narrow { max-width: 520px; margin: 0 auto; }
.feed { max-width: 680px; margin: 0 auto; display: grid; gap: 16px; }
.feed h1, .feed h2 { margin: 0; }
.quiet-heading { position: absolute; left: -9999px; }
form { display: grid; gap: 12px; }
.inline { grid-auto-flow: column; align-items: end; justify-content: start; margin-top: 8px; }
.fields { display: grid; gap: 12px; }
label { display: grid; gap: 4px; font-weight: 500; }
.check { grid-auto-flow: column; justify-content: start; align-items: center; gap: 8px; font-weight: 400; }
input, select, textarea, button { font: inherit; color: inherit; }
input, select, textarea { width: 100%; min-height: 44px; padding: 8px 12px; background: var(--ground); border: 1px solid var(--quiet); border-radius: 8px; }
.check input { width: 20px; min-height: 20px; }
button { min-height: 44px; padding: 8px 16px; border: 1px solid var(--green); border-radius: 8px; background: var(--green); color: var(--on-green); font-weight: 600; cursor: pointer; }
.quiet { background: transparent; color: var(--ink); border-color: var(--quiet); font-weight: 500; }
button:disabled { cursor: default; color: var(--quiet); border-color: var(--line); background: transparent; }
:focus-visible { outline: 3px solid var(--green); outline-offset: 2px; }
.notice { border-left: 4px solid var(--green); background: var(--card); padding: 12px 16px; margin: 0 0 16px; }
.notice.refused { border-color: var(--red); }
.poll li, .row { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; margin: 8px 0; }
dl > *, dl div { margin: 0; }
dt { color: var(--quiet); margin-top: 8px; }
details { margin-top: 8px; }
.join { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 4px 16px 12px; margin: 0; }
summary { cursor: pointer; color: var(--quiet); padding: 8px 0; }
`
