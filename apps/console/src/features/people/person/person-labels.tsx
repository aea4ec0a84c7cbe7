import type { addPersonLabel } from '@greenroom/contract/people/people-list/people-list.endpoints'
import { useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { Badge } from '../../../ui/badge.tsx'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { personPageMessages as messages } from './person-messages.ts'

const LabelDialog = lazyDialog('person-labels', () =>
  import('../../../shared/people/person-labels/label-dialog.tsx').then((part) => part.LabelDialog),
)
const prefetch = () => prefetchDialogs(LabelDialog)

interface PersonLabelsProps {
  person: string
  name: string
  labels: readonly string[]
}

/** The labels that staff gave a person, and the button that changes them (OQ-735). */
export function PersonLabels({ person, name, labels }: PersonLabelsProps) {
  const mayLabel = useMay<typeof addPersonLabel>('personal.read')
  const [isOpen, setIsOpen] = useState(false)
  const { last } = useLastOpened(isOpen || undefined)
  if (labels.length === 0 && !mayLabel) return null
  return (
    <section aria-label={messages.labels} className="gr-stack">
      {labels.length > 0 && (
        <ul className="gr-tags">
          {labels.map((label) => (
            <li key={label}>
              <Badge>{label}</Badge>
            </li>
          ))}
        </ul>
      )}
      {mayLabel && (
        <div>
          <LightButton
            aria-haspopup="dialog"
            onPointerEnter={prefetch}
            onFocus={prefetch}
            onClick={() => setIsOpen(true)}
          >
            {labels.length > 0 ? messages.editLabels : messages.addLabels}
          </LightButton>
        </div>
      )}
      {last && (
        <LabelDialog
          opened={isOpen}
          person={person}
          name={name}
          labels={labels}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}
