import { type CreateLink, screenOf } from '../headings.ts'
import { screens } from '../screens.ts'

/** Returns the Create action of every screen that has one, with the heading of its form or of its list. */
export function createActions(): { heading: string; link: CreateLink }[] {
  const place = { params: {}, search: {} }
  return screens.flatMap(({ path: route }) => {
    const { heading, create } = screenOf(route, place)
    if (!create) return []
    const form = create.to === route ? '' : screenOf(create.to, place).heading
    return [{ heading: form || `${create.label}: ${heading}`, link: create }]
  })
}
