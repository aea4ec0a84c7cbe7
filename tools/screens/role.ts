import type { Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import type { Scene } from './scene.ts'

/** The first screen of each role with its sidebar, screens without their actions, and the view for any other screen. */
export const roles: Scene = async (page, shoot, { sample }) => {
  const signIn = async (email: string, role: Role) => {
    const held = { credential: await sample.token(email), permissions: [...permissionsOf(role)].join(' ') }
    // As a sign-in stores them: they decide which screen is the first.
    await page.evaluate((values) => {
      for (const [name, value] of Object.entries(values)) sessionStorage.setItem(name, value)
    }, held)
    await page.goto(`${sample.url}/login`)
    await page.getByRole('main').getByRole('listitem').first().waitFor()
  }
  for (const { email, role } of sandboxAccounts) {
    if (!role) continue
    await signIn(email, role)
    await shoot(`role-${role}`)
  }
  // The viewer is the last.
  for (const [name, address] of [
    ['order', '/transactions/masterclass?from=2000-01-01'],
    ['documents', '/books/documents'],
    ['leads', '/advisory/leads'],
    ['reports', '/moderation/users'],
    ['banners', '/banners'],
    ['forbidden', '/masterclass/create'],
  ] as const) {
    await page.goto(`${sample.url}${address}`)
    await shoot(`viewer-${name}`)
  }
}
