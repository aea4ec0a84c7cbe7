import { useMantineColorScheme } from '@mantine/core'
import {
  IconDevices,
  IconHelpCircle,
  IconKeyboard,
  IconLetterCase,
  IconLogout,
  IconUserShare,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { switchLetters, useLetters } from '../lib/letter-keys.ts'
import { notify } from '../lib/notify.tsx'
import { signOut } from '../lib/shared-session.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { leaveAll } from '../ui/unsaved-changes.ts'
import classes from './account-menu.module.css'
import { openShellDialog, useShellDialog } from './shell-dialog.ts'
import { useScreenGuide } from './use-screen-guide.ts'

const SessionsDialog = lazyDialog('sessions', () =>
  import('../shared/staff/sessions/own-sessions-dialog.tsx').then((part) => part.OwnSessionsDialog),
)

const appearances = { light: 'Light', dark: 'Dark', auto: 'System' } as const

/**
 * What the account's menu offers: the color scheme, Switch account in the sandbox (OQ-378), the guide (OQ-670), the keys
 * (OQ-459), one's sessions (OQ-690) and Sign out (OQ-008).
 * @param menu id of the menu
 */
export function AccountPanel({ menu }: { menu: string }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const canSwitch = useSession()?.settings.sandboxes.includes('sign-in') ?? false
  const [isSwitching, setSwitching] = useState(false)
  const hasLetters = useLetters()
  const guide = useScreenGuide()
  // Once opened it stays mounted, so that it can return the focus.
  const showsSessions = useShellDialog() === 'sessions'
  const [wantsSessions, setWantsSessions] = useState(false)
  if (showsSessions && !wantsSessions) setWantsSessions(true)
  const switchAccount = async () => {
    if (isSwitching) return
    setSwitching(true)
    try {
      const part = await import('../features/staff/session/sign-in.ts')
      await part.switchAccount()
    } catch {
      notify.error("The accounts can't be shown. Check your connection and try again.")
    } finally {
      setSwitching(false)
    }
  }

  return (
    <>
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
          {isSwitching ? <Spinner size={16} /> : <IconUserShare size={16} stroke={1.5} aria-hidden="true" />}
          Switch account
        </button>
      )}
      <button
        type="button"
        role="switch"
        aria-checked={hasLetters}
        className={classes.action}
        title="Without them, only keys with Ctrl or ⌘ do something"
        onClick={() => switchLetters(!hasLetters)}
      >
        <IconLetterCase size={16} stroke={1.5} aria-hidden="true" />
        Single-letter keys
        <span className="gr-push gr-faint" aria-hidden="true">
          {hasLetters ? 'On' : 'Off'}
        </span>
      </button>
      <Link
        {...guide}
        className={classes.action}
        onClick={() => document.getElementById(menu)?.hidePopover()}
      >
        <IconHelpCircle size={16} stroke={1.5} aria-hidden="true" />
        Guide
      </Link>
      <button
        type="button"
        className={classes.action}
        popoverTarget={menu}
        popoverTargetAction="hide"
        onClick={() => openShellDialog('keys')}
      >
        <IconKeyboard size={16} stroke={1.5} aria-hidden="true" />
        Keyboard shortcuts
      </button>
      <button
        type="button"
        className={classes.action}
        aria-haspopup="dialog"
        onClick={() => {
          // First: that returns the focus to the button of the menu, and the dialog returns it there.
          document.getElementById(menu)?.hidePopover()
          openShellDialog('sessions')
        }}
      >
        <IconDevices size={16} stroke={1.5} aria-hidden="true" />
        Sessions
      </button>
      {wantsSessions && <SessionsDialog opened={showsSessions} onClose={() => openShellDialog(undefined)} />}
      <button
        type="button"
        className={classes.action}
        // The question before unsaved changes are lost lies below the menu.
        popoverTarget={menu}
        onClick={() => leaveAll(signOut)}
      >
        <IconLogout size={16} stroke={1.5} aria-hidden="true" />
        Sign out
      </button>
    </>
  )
}
