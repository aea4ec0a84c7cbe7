import type { Permission } from '@greenroom/contract/access/permission'
import { screenAt } from './screens.ts'

/**
 * Returns the permissions that an address needs.
 * @param route the route's full path, with $parameters
 */
export function permissionsOfScreen(
  route: string,
  search: Readonly<Record<string, unknown>> = {},
): readonly Permission[] {
  const { opens = [], forms = {} } = screenAt(route) ?? {}
  return [
    ...opens,
    // A tab that creates is the form of its list.
    ...((search.create !== undefined || search.tab === 'create') && forms.create ? forms.create : []),
    ...(search.edit !== undefined && forms.edit ? forms.edit : []),
    ...(search.coupons !== undefined && forms.coupons ? forms.coupons : []),
  ]
}
