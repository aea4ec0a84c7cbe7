import { useId, useState } from 'react'
import { readAccount } from '../lib/session.ts'
import { useQuiet } from '../lib/use-quiet.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { PartBoundary } from '../ui/part-boundary.tsx'
import { Spinner } from '../ui/spinner.tsx'
import classes from './account-menu.module.css'

// Lazy: no screen needs it to show its content.
const Panel = lazyPart('account-panel', () => import('./account-panel.tsx').then((part) => part.AccountPanel))

/** The signed-in person's initials, and a menu with the name and what concerns the account. */
export function AccountMenu() {
  const id = useId()
  const [account] = useState(readAccount)
  const name = account?.name ?? ''
  const [wasOpened, setWasOpened] = useState(false)
  const isQuiet = useQuiet()

  return (
    <>
      {/* The native popover closes on Escape and on an outside click, and needs no positioning code. */}
      <button type="button" className={classes.avatar} popoverTarget={id} title={name}>
        <span aria-hidden="true">{initialsOf(name)}</span>
        <span className="gr-unseen">Account: {name}</span>
      </button>
      <section
        id={id}
        popover="auto"
        className={classes.menu}
        aria-label="Account"
        onToggle={() => setWasOpened(true)}
      >
        <div className={classes.who}>
          <p className="gr-bold gr-break">{name}</p>
          {account?.email !== name && <p className="gr-fine gr-faint gr-break">{account?.email}</p>}
        </div>
        {(isQuiet || wasOpened) && (
          <PartBoundary
            fallback={
              <p className={classes.action} role="status">
                <Spinner size={16} />
                Loading...
              </p>
            }
          >
            <Panel menu={id} />
          </PartBoundary>
        )}
      </section>
    </>
  )
}

function initialsOf(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return letters.join('').toUpperCase()
}
