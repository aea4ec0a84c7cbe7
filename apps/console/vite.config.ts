import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`

// '/s' alone would also catch '/src', so each path is matched up to its slash or its end.
const apiPaths = ['admin', 'event/my', 'files', 's', 'webhooks', 'idp', 'healthz', 'readyz', 'docs']

const firstList = new RegExp(
  [
    '@tanstack/(query-core|react-query)/',
    'packages/contract/src/(endpoint|list|date-time|field|file-rule)\\.ts',
    'console/src/lib/(api/|dates|minute|runtime-settings|session)',
    'console/src/shared/(record-list/(?!use-numbered)|copy-value|card-picture|session-card)',
    'console/src/ui/(state-panel|status-tabs|card-grid|card-parts|icon-button|picture-card|load-more|light-button|spinner|dialog)\\.tsx',
  ].join('|'),
)

/** Tells whether a module is part of what /masterclass fetches, whatever else it is part of. */
function isOfFirstList(id: string): boolean {
  return firstList.test(id) && !id.endsWith('.css')
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: {
    port: Number(process.env.CONSOLE_PORT ?? 5173),
    host: '127.0.0.1',
    proxy: Object.fromEntries(apiPaths.map((path) => [`^/${path}(/|\\?|$)`, { target: api }])),
  },
  build: {
    target: 'es2022',
    sourcemap: 'hidden',
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    // The page that holds the console allows no data: scripts, and small pictures are better cached than repeated.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // What the list that opens first needs beside the shell: in one file it compresses better than in twenty.
        codeSplitting: {
          groups: [{ name: 'first-list', test: isOfFirstList }],
        },
      },
    },
  },
})
