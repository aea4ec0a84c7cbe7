import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './install.mjs'

/**
 * A Vitest reporter that writes one line per failed test, hook and file into the file FAILURES_FILE: path, title and
 * the first line of the error.
 */
export default class FailureLines {
  onTestRunEnd(files, unhandledErrors) {
    const lines = files.flatMap((file) => {
      const path = relative(root, file.moduleId)
      return [
        ...file.errors().map((error) => lineOf(path, 'the file', error)),
        // Those of beforeAll and afterAll.
        ...[...file.children.allSuites()].flatMap((suite) =>
          suite.errors().map((error) => lineOf(path, `${suite.fullName}, a hook`, error)),
        ),
        ...[...file.children.allTests('failed')].map((test) =>
          lineOf(path, test.name, test.result().errors[0]),
        ),
      ]
    })
    lines.push(...unhandledErrors.map((error) => lineOf('a test file', 'outside of a test', error)))
    writeFileSync(process.env.FAILURES_FILE, lines.map((line) => `${line}\n`).join(''))
  }
}

function lineOf(path, title, error) {
  const [text] = (error?.message || error?.name || 'no message').split('\n')
  return `FAILED ${path}: ${title}: ${text.slice(0, 300)}`
}
