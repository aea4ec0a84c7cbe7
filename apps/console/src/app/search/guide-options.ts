import { IconHelpCircle } from '@tabler/icons-react'
import { guideIds, guideIndex, guideLink } from '../../features/desk/help/guide-index.ts'
import type { SearchOption } from './search-options.ts'

/** Returns the list of the guide and each of its pages, which every role may read (OQ-670). */
export function guideOptions(): SearchOption[] {
  return [undefined, ...guideIds].map((id) => ({
    id: `guide-${id ?? 'list'}`,
    type: 'screen',
    label: id ? `How to: ${guideIndex[id].title}` : 'Guide',
    link: guideLink(id),
    icon: IconHelpCircle,
    words: `guide help manual ${id ? guideIndex[id].words : 'how to'}`,
  }))
}
