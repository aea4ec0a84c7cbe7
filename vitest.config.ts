import { defineConfig } from 'vitest/config'

/** Projects run one group after the other. */
const inOrder = (groupOrder: number) => ({ sequence: { groupOrder } })

/** Limits that only a hung test reaches: they are no part of what a test shows, and must hold on a busy machine. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

/**
 * Test files of a worker share the modules they import: loading the API takes a second of processor time. A file
 * therefore restores what it stubs.
 */
const sharedModules = { isolate: false, pool: 'forks' } as const

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
          ...patience,
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
          ...sharedModules,
          ...patience,
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
          ...patience,
          ...inOrder(1),
        },
      },
      {
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          environment: 'node',
          // They wait for programs, gateways and jobs for half of their time. The soak measures, with a quieter machine.
          maxWorkers: process.env.ROUNDS ? 2 : 4,
          ...sharedModules,
          ...patience,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...inOrder(2),
        },
      },
    ],
  },
})
