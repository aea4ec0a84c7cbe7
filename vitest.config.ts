import { defineConfig } from 'vitest/config'
import { longProcessTests } from './tests/suites.ts'

/** Runs the projects of one group after those of the previous group. */
const inOrder = (groupOrder: number) => ({ sequence: { groupOrder } })

/** Limits for hung tests, with room for a busy machine. */
const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

/**
 * The test files of a worker share imported modules, because loading the API takes a second of processor time. So every
 * test starts without the stubbed globals of the one before, which may be another file's.
 */
const sharedModules = { isolate: false, pool: 'forks', unstubGlobals: true } as const

const long = longProcessTests.map((name) => `tests/process/${name}.test.ts`)

const processes = {
  environment: 'node',
  globalSetup: ['tests/process/require-build.ts'],
  // The tests wait for half of their time. The soak measures, so it runs fewer at once.
  maxWorkers: process.env.ROUNDS ? 2 : 3,
  ...sharedModules,
  ...timeouts,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  ...inOrder(2),
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts', 'tests/docs/**/*.test.ts'],
          environment: 'node',
          maxWorkers: 2,
          ...sharedModules,
          ...timeouts,
          ...inOrder(0),
        },
      },
      {
        test: {
          name: 'console',
          include: ['apps/console/{src,build}/**/*.test.ts', 'apps/console/src/**/*.test.tsx'],
          environment: 'node',
          maxWorkers: 2,
          env: { TZ: 'Asia/Kolkata' },
          // Tests put storage, zone and clock in place of the browser's, so each file has modules of its own.
          pool: 'forks',
          unstubGlobals: true,
          ...timeouts,
          ...inOrder(0),
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          environment: 'node',
          maxWorkers: 2,
          globalSetup: ['apps/api/src/platform/database/test-server.ts'],
          ...sharedModules,
          ...timeouts,
          ...inOrder(1),
        },
      },
      { test: { name: 'process', include: ['tests/process/*.test.ts'], exclude: long, ...processes } },
      { test: { name: 'long-process', include: long, ...processes } },
    ],
  },
})
