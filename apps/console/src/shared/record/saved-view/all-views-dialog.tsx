import type { SavedView } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isFound } from '../../../lib/searched-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './saved-view.module.css'
import { savedViewTexts as texts } from './saved-view-messages.ts'

interface AllViewsDialogProps {
  opened: boolean
  /** The name of the section. */
  label: string
  views: readonly SavedView[]
  onClose: () => void
}

/** All views of a section, with a search. A view opens its list. */
export function AllViewsDialog({ opened, label, views, onClose }: AllViewsDialogProps) {
  const [q, setQ] = useState('')
  const found = views.filter(({ name }) => isFound(name, q))
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.allTitle(label)}>
      <TextInput
        label={texts.search}
        data-autofocus
        autoComplete="off"
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <p aria-live="polite" className={found.length === 0 ? 'gr-small gr-quiet' : 'gr-unseen'}>
        {found.length === 0 ? texts.none : ''}
      </p>
      <ul className={classes.all} aria-label={texts.allTitle(label)}>
        {found.map((view) => (
          <li key={view._id}>
            <Link to={view.path} search={view.search as never} className={classes.one} onClick={onClose}>
              <span className="gr-break">{view.name}</span>
              <span className="gr-fine gr-faint">{sharingOf(view)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function sharingOf({ is_shared, is_own, owner }: SavedView): string {
  if (!is_shared) return texts.own
  return is_own ? texts.sharedByYou : texts.sharedBy(owner.name, owner.is_disabled)
}
