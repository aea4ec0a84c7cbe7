import { useState } from 'react'
import { lastActOf } from '../../../lib/live/last-acts.ts'
import { useQuiet } from '../../../lib/use-quiet.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import type { FormNewsTextProps } from './form-news-text.tsx'

const Text = lazyPart('form-news', () => import('./form-news-text.tsx').then((part) => part.FormNewsText))

const nothing = () => null

/** What a form says of colleagues, once its screen has loaded. Without its script it says nothing. */
export function FormNews(props: Omit<FormNewsTextProps, 'before'>) {
  const [before] = useState(() => lastActOf(props.id))
  const isQuiet = useQuiet()
  return (
    isQuiet && (
      <PartBoundary fallback={null} failure={nothing}>
        <Text {...props} before={before} />
      </PartBoundary>
    )
  )
}
