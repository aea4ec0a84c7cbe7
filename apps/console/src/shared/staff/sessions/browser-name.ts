/** The names by which people know a browser, the most particular first: most browsers also name others. */
const browsers = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Names the browser of a User-Agent and what it runs on: "Chrome on Windows". Another program has its own first name. */
export function browserName(userAgent: string): string {
  const [browser] = browsers.find(([, mark]) => mark.test(userAgent)) ?? []
  const [system] = systems.find(([, mark]) => mark.test(userAgent)) ?? []
  const name = browser ?? userAgent.split(/[\s/(]/)[0]
  if (!name) return 'Unknown browser'
  return system ? `${name} on ${system}` : name
}
