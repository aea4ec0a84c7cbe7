import { roleTexts } from '@greenroom/contract/access/role-texts'
import type { SandboxAccount } from './sandbox-accounts.ts'

/** The page on which a person chooses an account. */
interface ChooserPage {
  accounts: readonly SandboxAccount[]
  /** URL that the choice is posted to; the Cancel link is below it. */
  action: string
  stylesheets: readonly string[]
}

/** Returns the account chooser as an HTML document. */
export function chooserPage({ accounts, action, stylesheets }: ChooserPage): string {
  const choices = accounts.map(({ name, email, role, note }) => {
    const beside = note
      ? `<span class="note">${escaped(note)}</span>`
      : role && `<span class="role">${escaped(roleTexts[role].name)}</span>`
    return `
        <li><button name="account" value="${escaped(email)}">
          <span class="initials" aria-hidden="true">${escaped(initials(name))}</span>
          <span class="name">${escaped(name)}</span>${beside ? `\n          ${beside}` : ''}
          <span class="email">${escaped(email)}</span>
        </button></li>`
  })
  return document({
    title: 'Choose an account',
    stylesheets,
    body: `<h1>Choose an account</h1>
      <p class="lead">to continue to Greenroom</p>
      <form method="post" action="${escaped(action)}">
        <ul>${choices.join('')}
        </ul>
      </form>
      <p class="foot"><a href="${escaped(action)}/cancel">Cancel</a></p>`,
  })
}

/** Returns a page that says why the sign-in cannot continue, with a link back. */
export function stoppedPage({
  message,
  loginUrl,
  stylesheets,
}: {
  message: string
  loginUrl: string
  stylesheets: readonly string[]
}) {
  return document({
    title: "This sign-in can't go on",
    stylesheets,
    body: `<h1>This sign-in can't go on</h1>
      <p class="lead">${escaped(message)}</p>
      <p class="foot"><a href="${escaped(loginUrl)}">Back to sign-in</a></p>`,
  })
}

function document({
  title,
  stylesheets,
  body,
}: {
  title: string
  stylesheets: readonly string[]
  body: string
}): string {
  const links = stylesheets.map((address) => `<link rel="stylesheet" href="${escaped(address)}">`)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escaped(title)} · Greenroom</title>
    <link rel="icon" href="data:,">
    ${links.join('\n    ')}
  </head>
  <body>
    <header>
      <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true"><rect class="tile" width="24" height="24" rx="6"/><path class="door" opacity=".28" d="M7 19V10a5 5 0 0 1 10 0v9z"/><path class="door" d="M7 19V10a5 5 0 0 1 5-5v14z"/><circle class="tile" cx="10.2" cy="12.6" r=".9"/></svg>
      <span>Greenroom</span>
    </header>
    <main>
      <p class="mark">Sandbox sign-in</p>
      ${body}
    </main>
  </body>
</html>
`
}

const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => replacements[character] ?? '')
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
}

/** The style of these pages, in the console's colours: they cannot use its style sheet. */
export const sandboxStyles = `:root {
  color-scheme: light dark;
  --canvas: #f6f7f5;
  --raised: #ffffff;
  --hover: #f2f4f1;
  --selected: #e9ede8;
  --line: #e4e8e3;
  --line-strong: #cdd3cc;
  --text: #151c18;
  --text-2: #45504a;
  --text-3: #626c66;
  --accent: #0f7a4b;
  --accent-text: #0b6a41;
  --warn-text: #8a5300;
  --focus: #0f7a4b;
  --shadow: 0 1px 2px rgb(18 26 21 / 5%), 0 20px 48px -24px rgb(18 26 21 / 18%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0e1210;
    --raised: #1c221f;
    --hover: #242b27;
    --selected: #2b332f;
    --line: #272e2a;
    --line-strong: #39423d;
    --text: #ecf0ed;
    --text-2: #b5beb8;
    --text-3: #a0aaa4;
    --accent-text: #5cc793;
    --warn-text: #e7b45a;
    --focus: #5cc793;
    --shadow: 0 0 0 1px rgb(255 255 255 / 4%), 0 20px 48px -24px rgb(0 0 0 / 60%);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  grid-template-rows: auto 1fr;
  background: var(--canvas);
  color: var(--text);
  font: 14px/20px var(--gr-font, system-ui, sans-serif);
}
header {
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 40px 48px 24px;
  font-size: 17px;
  font-weight: 600;
  letter-spacing: -0.01em;
}
.tile { fill: var(--accent); }
.door { fill: #ffffff; }
main {
  width: min(440px, calc(100% - 32px));
  margin: auto;
  padding: 28px 32px 20px;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 12px;
  box-shadow: var(--shadow);
  /* The eye takes the middle of a page to lie above its half. */
  translate: 0 -5vh;
}
.mark {
  display: inline-block;
  margin: 0 0 16px;
  padding: 2px 8px;
  border: 1px solid var(--line-strong);
  border-radius: 6px;
  color: var(--text-2);
  font-size: 12px;
  line-height: 16px;
}
h1 { margin: 0; font-size: 24px; line-height: 32px; font-weight: 600; letter-spacing: -0.02em; }
.lead { margin: 4px 0 16px; color: var(--text-2); }
ul { margin: 0 -12px; padding: 0; list-style: none; }
li + li { border-top: 1px solid var(--line); }
button {
  display: grid;
  grid-template-columns: 32px minmax(0, 1fr) auto;
  align-content: center;
  align-items: center;
  column-gap: 12px;
  width: 100%;
  min-height: 56px;
  padding: 8px 12px;
  border: 0;
  border-radius: 6px;
  background: none;
  color: inherit;
  font: inherit;
  text-align: left;
  cursor: pointer;
  transition: background-color 120ms;
}
button:hover { background: var(--hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.initials {
  grid-row: 1 / 3;
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: 50%;
  background: var(--selected);
  color: var(--text-2);
  font-size: 12px;
  font-weight: 600;
}
.name { overflow: hidden; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.role, .note { color: var(--text-2); font-size: 13px; }
.note { color: var(--warn-text); }
.email { grid-column: 2 / -1; color: var(--text-3); font-size: 13px; line-height: 18px; overflow-wrap: anywhere; }
.foot { margin: 16px 0 0; padding-top: 12px; border-top: 1px solid var(--line); }
a {
  display: inline-block;
  padding: 4px 0;
  border-radius: 4px;
  color: var(--accent-text);
  font-weight: 600;
  text-decoration: none;
}
a:hover { text-decoration: underline; }
@media (max-width: 720px) {
  header { padding: 20px 16px; }
  main { margin: 0 auto auto; padding: 24px; translate: none; }
}
@media (prefers-reduced-motion: reduce) {
  button { transition: none; }
}
@media (forced-colors: active) {
  button { border: 1px solid ButtonText; }
}
`
