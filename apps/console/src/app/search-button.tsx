import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { modKey } from '../lib/mod-key.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import classes from './search-button.module.css'
import { keepEarlyText, openShellDialog, useShellDialog } from './shell-dialog.ts'
import { useShellKeys } from './shell-keys.ts'

const SearchDialog = lazyDialog(
  'search',
  () => import('./search/search-dialog.tsx').then((part) => part.SearchDialog),
  // One presses Ctrl K and types on.
  {
    early: (
      <input
        className={classes.early}
        aria-label="Search"
        autoComplete="off"
        onChange={(event) => keepEarlyText(event.currentTarget.value)}
      />
    ),
  },
)
const KeysDialog = lazyDialog('keys', () =>
  import('./search/keys-dialog.tsx').then((part) => part.KeysDialog),
)

const close = () => openShellDialog(undefined)

/** The button of the search that looks like a field, on a phone an icon; and the keys of every screen (OQ-455, OQ-459). */
export function SearchButton() {
  useShellKeys()
  const opened = useShellDialog()
  // Once opened it stays mounted, so that it can return the focus.
  const [wasKeysOpened, setWasKeysOpened] = useState(false)
  if (opened === 'keys' && !wasKeysOpened) setWasKeysOpened(true)
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search"
        onClick={() => openShellDialog('search')}
        onPointerEnter={() => void SearchDialog.preload().catch(() => undefined)}
      >
        <IconSearch size={16} stroke={1.5} aria-hidden="true" />
        <span className={classes.label}>Search</span>
        <span className={classes.keys} aria-hidden="true">
          {modKey} K
        </span>
      </button>
      {opened === 'search' && <SearchDialog opened onClose={close} />}
      {wasKeysOpened && <KeysDialog opened={opened === 'keys'} onClose={close} />}
    </>
  )
}
