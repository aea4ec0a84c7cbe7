import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env.API_PORT ?? '3001'}`

// '/s' alone would also catch '/src', so each path is matched up to its slash or its end.
const apiPaths = ['admin', 'event/my', 'files', 's', 'webhooks', 'idp', 'healthz', 'readyz', 'docs']

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
  },
})
