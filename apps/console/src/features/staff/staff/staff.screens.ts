import type { inviteStaff, listStaff } from '@greenroom/contract/staff/staff/staff.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, positive, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const StaffListPage = lazyPart('staff', () =>
  import('./staff-list-page.tsx').then((part) => part.StaffListPage),
)

/** The screens of this section. */
export const staffScreens = [
  // The screen checks the role, so that the roles are not part of the first load.
  screen({
    path: paths.staff,
    component: StaffListPage,
    search: {
      q: text,
      role: text,
      page: positive,
      size: positive,
      create: choice('1'),
    },
    heading: 'Staff',
    create: paths.staff,
    createsInDialog: 'Invite',
    opens: needed<typeof listStaff>('staff.read'),
    forms: { create: needed<typeof inviteStaff>('staff.read', 'staff.write') },
  }),
] as const
