import { IconKeyboard, IconLetterCase } from '@tabler/icons-react'
import { switchLetters, useLetters } from '../lib/letter-keys.ts'
import classes from './account-menu.module.css'
import { openShellDialog } from './shell-dialog.ts'

/**
 * The keys in the account's menu: a switch for single letters, and the list of all keys (OQ-459).
 * @param menu id of the menu
 */
export function AccountKeys({ menu }: { menu: string }) {
  const hasLetters = useLetters()
  return (
    <>
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
    </>
  )
}
