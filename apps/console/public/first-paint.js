// Runs before the first paint, so that neither the colours nor the placeholder of the page change under the eye:
// it sets the chosen colour scheme and says whether the placeholder of the signed-in console may be shown.
;(() => {
  const root = document.documentElement
  let scheme = 'auto'
  let signedIn = false
  try {
    scheme = localStorage.getItem('color-scheme') || 'auto'
    signedIn = sessionStorage.getItem('credential') !== null && location.pathname !== '/login'
    const sidebar = localStorage.getItem('sidebar')
    const isOpen = sidebar === 'open' || (sidebar !== 'closed' && matchMedia('(min-width: 73.75em)').matches)
    if (!isOpen) root.setAttribute('data-sidebar', 'rail')
  } catch {
    // Storage may be blocked; the defaults above serve.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  root.setAttribute('data-mantine-color-scheme', scheme)
  if (signedIn) root.setAttribute('data-signed-in', '')
})()
