import type { BinItem } from '@greenroom/contract/desk/bin/bin.schema'
import { paths } from '../../../lib/paths.ts'

/** Returns where a restored record is shown; undefined for one without a screen of its own. */
export function restoredLink({ kind, record_id: id, label }: Pick<BinItem, 'kind' | 'record_id' | 'label'>) {
  switch (kind) {
    case 'post':
      return { to: paths.posts, search: { tab: 'pinned', q: id } } as const
    case 'banner':
      return { to: paths.banners, search: { tab: 'inactive' } } as const
    case 'shortlink':
      return { to: paths.shortlinks, search: { edit: label } } as const
    case 'news':
      return { to: paths.newsEdit, search: { id } } as const
    case 'comment':
    case 'user':
      return undefined
  }
}
