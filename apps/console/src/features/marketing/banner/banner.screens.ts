import type { createBanner, listBanners } from '@greenroom/contract/marketing/banner/banner.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { screen } from '../../../lib/screen.ts'
import { choice, text } from '../../../lib/search-params.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'

const BannerListPage = lazyPart('banners', () =>
  import('./banner-list-page.tsx').then((part) => part.BannerListPage),
)

const BannerFormPage = lazyPart('banner-form', () =>
  import('./banner-form-page.tsx').then((part) => part.BannerFormPage),
)

/** The screens of this section. */
export const bannerScreens = [
  screen({
    path: paths.banners,
    component: BannerListPage,
    search: { tab: choice('active', 'inactive'), ends: choice('week') },
    heading: 'Banners',
    create: paths.bannerForm,
    opens: needed<typeof listBanners>('content.read'),
  }),
  screen({
    path: paths.bannerForm,
    component: BannerFormPage,
    search: { id: text },
    heading: ({ search }) => (search.id === undefined ? 'Create Banner' : 'Update Banner'),
    back: paths.banners,
    record: 'banner',
    // Creates and edits, which need the same.
    opens: needed<typeof createBanner>('content.write'),
  }),
] as const
