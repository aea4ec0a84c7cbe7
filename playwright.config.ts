import { defineConfig } from 'playwright/test'
import { coreJourneys, hurryTables } from './tests/suites.ts'

/** Path of a Firefox to use instead of Chromium. */
const firefox = process.env.FIREFOX_PATH
const specs = (names: string[]) => names.map((name) => `${name}.spec.ts`)
const core = specs(coreJourneys)
const tables = specs(hurryTables)

export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'core', testMatch: core },
    { name: 'rest', testMatch: '*.spec.ts', testIgnore: [...core, ...tables] },
    { name: 'tables', testMatch: tables },
  ],
  outputDir: 'test-results',
  fullyParallel: false,
  // Cases wait for a fifth of their time: three workers leave two cores idle for 18 % of the time.
  workers: 4,
  // On a busy machine a browser can stall for seconds. Playwright reports a retried case as flaky.
  retries: process.env.CI ? 1 : 0,
  // Limits for hung cases, with room for a busy machine.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  forbidOnly: true,
  use: {
    // Fails an action that cannot succeed before the case's own timeout.
    actionTimeout: 60_000,
    locale: 'en-IN',
    // No case checks animations, and drawing them takes a tenth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    ...(firefox && { browserName: 'firefox', channel: 'moz-firefox' }),
    launchOptions: firefox
      ? { executablePath: firefox }
      : {
          executablePath: process.env.BROWSER_PATH ?? '',
          args: [
            ...(process.env.BROWSER_ARGS ?? '').split(' ').filter(Boolean),
            // Optimizing code costs more processor time than it saves.
            '--js-flags=--no-opt,--no-maglev',
          ],
          env: { ...(process.env as Record<string, string>), ...JSON.parse(process.env.BROWSER_ENV ?? '{}') },
        },
    // Recording every case is slow: a failure leaves a screenshot, its retry a trace.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
