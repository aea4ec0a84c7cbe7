import { defineConfig } from 'vitest/config'

/** Projects run one after the other: process tests beside others would meet a busier machine than they mean to. */
const inOrder = (groupOrder: number) => ({ sequence: { groupOrder } })

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts', 'tests/docs/**/*.test.ts'],
          environment: 'node',
          maxWorkers: 2,
          ...inOrder(0),
        },
      },
      {
        test: {
          name: 'console',
          include: [
            'apps/console/src/**/*.test.ts',
            'apps/console/src/**/*.test.tsx',
            'apps/console/build/**/*.test.ts',
          ],
          environment: 'node',
          maxWorkers: 2,
          env: { TZ: 'Asia/Kolkata' },
          ...inOrder(0),
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          maxWorkers: 2,
          globalSetup: ['apps/api/src/platform/database/test-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          ...inOrder(1),
        },
      },
      {
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          // They wait more than they reckon: two at a time take little more than half as long.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...inOrder(2),
        },
      },
    ],
  },
})
