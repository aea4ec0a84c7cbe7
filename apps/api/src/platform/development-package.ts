import { createRequire } from 'node:module'
import { SettingsError } from '../settings.ts'

const { resolve } = createRequire(import.meta.url)

/**
 * Checks that a package is installed that production leaves out (OQ-640).
 * @param user what needs it, for the beginning of the sentence
 * @param otherwise which settings do without it
 * @throws SettingsError if it isn't installed
 */
export function requireDevelopmentPackage(name: string, user: string, otherwise: string): void {
  try {
    resolve(name)
  } catch {
    throw new SettingsError(
      `${user} needs the development packages, which aren't installed: run npm ci, or set ${otherwise}.`,
    )
  }
}
