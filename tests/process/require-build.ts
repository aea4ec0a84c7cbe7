import { existsSync } from 'node:fs'
import { mainFile } from './running-program.ts'

/** Vitest global setup: stops the run with one sentence if the program isn't built. */
export default function requireBuild(): void {
  if (!existsSync(mainFile)) throw new Error('Run npm run build first: these tests start the built program.')
}
