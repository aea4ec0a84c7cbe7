import { useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { readAccount } from '../lib/session.ts'
import { signOut } from '../lib/shared-session.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import classes from './account-menu.module.css'

const appearances = { light: 'Light', dark: 'Dark', auto: 'System' } as const

/** The signed-in person's name, the color scheme setting and Sign out (OQ-008). */
export function AccountMenu() {
  const id = useId()
  const [account] = useState(readAccount)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = account?.name ?? ''

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
        <button type="button" className={classes.signOut} onClick={signOut}>
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
