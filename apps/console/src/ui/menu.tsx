import '@mantine/core/styles/Menu.layer.css'
import { Menu, type MenuProps, Popover } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './menu.module.css'

const looks = {
  offset: 4,
  shadow: 'md',
  transitionProps: { duration: 0 },
  portalProps: { target: 'main' },
} as const

/** Of what is rendered while it is open, beside the button that opens it. */
const opened = {
  opened: true,
  // A touch would close the menu before its click reaches the button.
  clickOutsideEvents: ['mousedown'] as string[],
  returnFocus: false,
} as const

interface DropMenuProps extends Omit<MenuProps, 'classNames'> {
  /** The accessible name. */
  label: string
  /** The button. */
  target: ReactNode
}

/** A menu below its button. Its items are Mantine's. */
export function DropMenu({ label, target, children, ...rest }: DropMenuProps) {
  return (
    <Menu
      {...looks}
      loop
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: classes.menu ?? '', item: classes.item ?? '' }}
      {...rest}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** An open menu, for `useLazyMenu`. */
export function OpenMenu(props: Omit<DropMenuProps, 'target' | 'opened'>) {
  return <DropMenu {...opened} target={anchor} {...props} />
}

interface OpenPopoverProps {
  /** The accessible name. */
  label: string
  width: number
  onClose: () => void
  children: ReactNode
}

/** Looks like an open menu, and contains fields. */
export function OpenPopover({ label, children, ...rest }: OpenPopoverProps) {
  return (
    <Popover {...looks} {...opened} position="bottom-start" trapFocus {...rest}>
      <Popover.Target>{anchor}</Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

const anchor = <span className={classes.anchor} aria-hidden="true" />

/** Marks the chosen items of a menu. */
export const menuCheck = <IconCheck size={14} stroke={2} aria-hidden="true" />
