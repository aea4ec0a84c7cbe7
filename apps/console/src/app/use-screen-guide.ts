import { useRouterState } from '@tanstack/react-router'
import { guideLink, guideOf } from '../features/desk/help/guide-index.ts'
import { paths } from '../lib/paths.ts'

/** Returns the link to the guide: its page about the screen that is shown, or else its list (OQ-670). */
export function useScreenGuide() {
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) })
  // On a page of the guide, Guide leads to its list.
  return guideLink(match === undefined || match.fullPath === paths.help ? undefined : guideOf(match.fullPath))
}
