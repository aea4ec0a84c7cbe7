import { useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconUserShare } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { notify } from '../lib/notify.tsx'
import { readAccount } from '../lib/session.ts'
import { signOut } from '../lib/shared-session.ts'
import { useQuiet } from '../lib/use-quiet.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { PartBoundary } from '../ui/part-boundary.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { leaveAll } from '../ui/unsaved-changes.ts'
import classes from './account-menu.module.css'

const Keys = lazyPart('account-keys', () => import('./account-keys.tsx').then((part) => part.AccountKeys))

const appearances = { light: 'Light', dark: 'Dark', auto: 'System' } as const

/** The signed-in person's name, the color scheme setting, Switch account in the sandbox (OQ-378) and Sign out (OQ-008). */
export function AccountMenu() {
  const id = useId()
  const [account] = useState(readAccount)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = account?.name ?? ''
  const canSwitch = useSession()?.settings.sandboxes.includes('sign-in') ?? false
  const [isSwitching, setSwitching] = useState(false)
  const isQuiet = useQuiet()
  const switchAccount = async () => {
    if (isSwitching) return
    setSwitching(true)
    try {
      const part = await import('../features/session/sign-in.ts')
      await part.switchAccount()
    } catch {
      notify.error('The accounts cannot be shown. Check your connection and try again.')
    } finally {
      setSwitching(false)
    }
  }

  return (
    <>
      {/* The native popover closes on Escape and on an outside click, and needs no positioning code. */}
      <button type="button" className={classes.avatar} popoverTarget={id} title={name}>
        <span aria-hidden="true">{initialsOf(name)}</span>
        <span className="gr-unseen">Account: {name}</span>
      </button>
      <section id={id} popover="auto" className={classes.menu} aria-label="Account">
        <div className={classes.who}>
          <p className="gr-bold gr-break">{name}</p>
          {account?.email !== name && <p className="gr-fine gr-faint gr-break">{account?.email}</p>}
        </div>
        <div className={classes.appearance}>
          <SegmentedControl
            label="Appearance"
            options={appearances}
            value={colorScheme}
            onChange={setColorScheme}
            wide
          />
        </div>
        {canSwitch && (
          <button
            type="button"
            className={classes.action}
            aria-busy={isSwitching || undefined}
            onClick={switchAccount}
          >
            {isSwitching ? (
              <Spinner size={16} />
            ) : (
              <IconUserShare size={16} stroke={1.5} aria-hidden="true" />
            )}
            Switch account
          </button>
        )}
        {isQuiet && (
          <PartBoundary fallback={null}>
            <Keys menu={id} />
          </PartBoundary>
        )}
        <button
          type="button"
          className={classes.action}
          // The question before unsaved changes are lost lies below the menu.
          popoverTarget={id}
          onClick={() => leaveAll(signOut)}
        >
          <IconLogout size={16} stroke={1.5} aria-hidden="true" />
          Sign out
        </button>
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
