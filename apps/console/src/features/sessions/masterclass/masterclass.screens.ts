import type { saveCouponsOfEntity } from '@greenroom/contract/money/coupon/coupon.endpoints'
import type {
  createMasterclass,
  updateMasterclass,
} from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import type { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart, withProps } from '../../../ui/lazy-part.ts'

const MasterclassListPage = lazyPart('masterclass-list', () =>
  import('./masterclass-list-page.tsx').then((part) => part.MasterclassListPage),
)

const MasterclassFormPage = lazyPart('masterclass-form', () =>
  import('./masterclass-wizard.tsx').then((part) => part.MasterclassFormPage),
)

/** The screens of this section. */
export const masterclassScreens = [
  screen({
    path: paths.masterclassList,
    shape: 'cards',
    component: MasterclassListPage,
    search: {
      tab: choice('active', 'draft', 'past'),
      begins: choice('day'),
      open: text,
      coupons: text,
    },
    heading: 'Masterclass',
    create: paths.masterclassCreate,
    opens: needed<typeof listMasterclasses>('content.read'),
    forms: { coupons: needed<typeof saveCouponsOfEntity>('content.write') },
  }),
  screen({
    path: paths.masterclassCreate,
    component: withProps(MasterclassFormPage, { mode: 'create' }),
    heading: 'Create Masterclass',
    back: paths.masterclassList,
    opens: needed<typeof createMasterclass>('content.write'),
  }),
  screen({
    path: '/masterclass/edit/$id',
    component: withProps(MasterclassFormPage, { mode: 'edit' }),
    heading: 'Edit Masterclass',
    back: paths.masterclassList,
    record: 'masterclass',
    opens: needed<typeof updateMasterclass>('content.write'),
  }),
] as const
