import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import classes from './status-tabs.module.css'

export interface StatusTab<Value extends string> {
  value: Value
  label: string
}

interface StatusTabsProps<Value extends string> {
  /** Accessible name of the tabs. */
  label: string
  tabs: readonly StatusTab<Value>[]
  /** The open tab. The screen keeps it in the address. */
  value: Value
  onChange: (value: Value) => void
  /** Content of the open tab. */
  children: ReactNode
}

/** Underlined tabs with their panel. Arrow keys, Home and End select a tab. */
export function StatusTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: StatusTabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const tabId = (tab: Value) => `${id}-${tab}`

  const onKeyDown = (event: KeyboardEvent) => {
    const current = tabs.findIndex((tab) => tab.value === value)
    const last = tabs.length - 1
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelector<HTMLButtonElement>(`#${CSS.escape(tabId(tab.value))}`)?.focus()
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={classes.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={tabId(tab.value)}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={classes.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(value)}>
        {children}
      </div>
    </>
  )
}
