import { expect, it } from 'vitest'
import { SettingsError } from '../settings.ts'
import { requireDevelopmentPackage } from './development-package.ts'

it('stops a start with a sentence if a package of its sandboxes is not installed (OQ-640)', () => {
  requireDevelopmentPackage('oidc-provider', 'The sandbox sign-in', 'OIDC_ISSUER')
  const missing = () => requireDevelopmentPackage('no-such-package', 'The sandbox sign-in', 'OIDC_ISSUER')
  expect(missing).toThrow(SettingsError)
  expect(missing).toThrow('The sandbox sign-in needs the development packages')
})
