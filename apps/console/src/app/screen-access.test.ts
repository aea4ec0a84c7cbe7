import { type Role, roles } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import { describe, expect, it } from 'vitest'
import { includesAll } from '../lib/api/permissions.ts'
import { firstSection, navSections, permittedSections } from './nav.ts'
import { permissionsOfScreen } from './screen-access.ts'
import { screens } from './screens.ts'

/** The overview and people show each role its parts, and everybody may read the guide. */
const openRoutes = ['/overview', '/people', '/people/$id', '/help']

function labelsOf(role: Role): string[] {
  return permittedSections([...permissionsOf(role)]).map(({ label }) => label)
}

describe('the access to screens', () => {
  it('is declared for every route that shows data (OQ-365)', () => {
    const routes = screens.map(({ path }) => path)
    expect(routes.length).toBeGreaterThan(25)
    expect(routes.filter((route) => permissionsOfScreen(route).length === 0)).toEqual(openRoutes)
  })

  it('needs more for the form that a search parameter opens (OQ-365)', () => {
    expect(permissionsOfScreen('/creators')).toEqual(['content.read'])
    expect(permissionsOfScreen('/creators', { tab: 'create' })).toEqual(['content.read', 'content.write'])
    expect(permissionsOfScreen('/advisory/advisors', { tab: 'create' })).toContain('advisory.write')
    expect(permissionsOfScreen('/custom-payment-pages', { edit: 'p1' })).toContain('content.write')
    expect(permissionsOfScreen('/masterclass', { coupons: 'm1' })).toContain('content.write')
    expect(permissionsOfScreen('/masterclass', { open: 'm1', tab: 'past' })).toEqual(['content.read'])
    // Its dialog also shows redemptions.
    expect(permissionsOfScreen('/coupons', { edit: 'c1' })).toEqual(['content.read'])
  })

  it('lets nobody open a list whose calls the server refuses (OQ-365)', () => {
    for (const role of roles) {
      const permissions = [...permissionsOf(role)]
      for (const section of permittedSections(permissions)) {
        for (const { path, route = path } of section.items ?? [section]) {
          expect(permissionsOfScreen(route).length).toBeGreaterThan(0)
          expect(includesAll(permissions, permissionsOfScreen(route))).toBe(true)
        }
      }
    }
  })
})

describe('the sidebar', () => {
  const content = [
    'Masterclass',
    'Events',
    'Webinar',
    'Banners',
    'Admin Post Management',
    'News',
    'Creators',
    'Coupons Management',
    'Url Shortener',
    'Custom Payment Pages',
    // The bin.
    'Administration',
  ]

  it.each<[Role, string[]]>([
    ['content', content],
    ['advisory', ['Advisory']],
  ])('has only the sections of the role %s (OQ-365)', (role, labels) => {
    expect(labelsOf(role)).toEqual(labels)
  })

  it('has every section for an owner, and all but other work for finance and moderation (OQ-365)', () => {
    expect(labelsOf('owner')).toEqual(navSections.map(({ label }) => label))
    expect(labelsOf('finance').filter((label) => !content.includes(label))).toEqual(['Transactions', 'Books'])
    expect(labelsOf('moderation').filter((label) => !content.includes(label))).toEqual(['Moderation'])
  })

  it('begins with the screen that opens after a sign-in (OQ-365)', () => {
    expect(firstSection([...permissionsOf('viewer')]).path).toBe('/masterclass')
    expect(firstSection([...permissionsOf('advisory')]).path).toBe('/advisory/services')
    expect(firstSection(undefined).path).toBe('/masterclass')
  })
})
