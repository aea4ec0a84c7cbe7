import { defineConfig } from 'playwright/test'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Three at a time take as long on two cores as two, and stall more often.
  workers: 2,
  // On a busy machine a browser can stall for seconds; a case that needs its second try is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Limits that only a hung case reaches: they are no part of what a case shows, and must hold on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  forbidOnly: true,
  use: {
    locale: 'en-IN',
    // Movement says nothing that a case looks at, and drawing it costs a tenth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.BROWSER_PATH ?? '',
      args: [
        ...(process.env.BROWSER_ARGS ?? '').split(' ').filter(Boolean),
        // A page lives for seconds: optimizing its code, and a process to draw in, cost a sixth more processor time.
        '--js-flags=--no-opt,--no-maglev',
        '--in-process-gpu',
      ],
      env: { ...(process.env as Record<string, string>), ...JSON.parse(process.env.BROWSER_ENV ?? '{}') },
    },
    // Recording every case costs time; one that fails leaves its picture, and its second try a trace.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
})
