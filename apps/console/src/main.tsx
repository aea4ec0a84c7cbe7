import './ui/theme/base.css'
import './ui/theme/mantine-styles.ts'
import './ui/theme/classes.css'
import './ui/theme/theme.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { queryClient } from './app/query-client.ts'
import { router } from './app/routes.tsx'
import { clearKnownViews } from './lib/known-views.ts'
import { tolerateMovedNodes } from './lib/moved-nodes.ts'
import { clearMessages, prepareMessages } from './lib/notify.tsx'
import { paths } from './lib/paths.ts'
import { noteTouch } from './lib/screen-work.ts'
import { readCredential, readInterruption, subscribe } from './lib/session.ts'
import { shareSession } from './lib/shared-session.ts'
import { clearStoredPermissions } from './lib/stored-permissions.ts'
import { adoptPreloads } from './ui/part-files.ts'
import { cssVariablesResolver, theme } from './ui/theme/theme.ts'

tolerateMovedNodes()
shareSession()
adoptPreloads()

// Runs when the session ends: clears everything of it from the screen and from memory. An interrupted one may go on.
subscribe(() => {
  if (readCredential() !== null || readInterruption() !== null) return
  queryClient.clear()
  clearStoredPermissions()
  clearKnownViews()
  clearMessages()
  try {
    // What the search remembers names people.
    localStorage.removeItem('recent')
  } catch {
    // Blocked: nothing is remembered.
  }
  void router.navigate({ to: paths.login, replace: true })
})

// A key press or a pointer means that an action, and then a toast, may follow.
for (const touch of ['pointerdown', 'keydown']) {
  window.addEventListener(touch, prepareMessages, { once: true, capture: true })
}

// Before the screens' own listeners, whose calls may fail at once.
for (const touch of ['pointerdown', 'keydown', 'input', 'drop']) {
  window.addEventListener(touch, noteTouch, { capture: true, passive: true })
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root')
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    // first-paint.js reads this key before the first paint.
    colorSchemeManager={localStorageColorSchemeManager({ key: 'color-scheme' })}
    defaultColorScheme="auto"
    // All variables are written here, so the library's sheet of their defaults is not part of the first load.
    deduplicateCssVariables={false}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
)
