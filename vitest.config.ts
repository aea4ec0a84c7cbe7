import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

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

/**
 * Starts the tests of the process project first: they wait for programs, gateways and jobs for half of their time, and
 * the API tests use the processor meanwhile.
 */
class ProcessTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isProcessTest = (file: TestSpecification) => file.project.name === 'process'
    return [...sorted.filter(isProcessTest), ...sorted.filter((file) => !isProcessTest(file))]
  }
}

/** The soak measures how fast the program answers, so fewer files run at once. */
const serverWorkers = process.env.ROUNDS ? 2 : 4

export default defineConfig({
  test: {
    sequence: { sequencer: ProcessTestsFirst },
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
          include: ['apps/console/src/**/*.test.ts', 'apps/console/src/**/*.test.tsx'],
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
          maxWorkers: serverWorkers,
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
          maxWorkers: serverWorkers,
          ...sharedModules,
          ...patience,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          ...inOrder(1),
        },
      },
    ],
  },
})
