import { type KeyboardEvent, type ReactNode, useId } from 'react'
import classes from './status-tabs.module.css'

interface StatusTabsProps<Value extends string> {
  /** Accessible name of the tabs. */
  label: string
  /** Labels by value, in order. */
  tabs: Readonly<Partial<Record<Value, string>>>
  /** Counts by value, shown after the labels. Pass an empty object until they are loaded: it keeps their room. */
  counts?: Readonly<Partial<Record<Value, string>>> | undefined
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
  counts,
  value,
  onChange,
  children,
}: StatusTabsProps<Value>) {
  const id = useId()
  const tabId = (tab: Value) => `${id}-${tab}`

  const values = Object.keys(tabs) as Value[]

  const onKeyDown = (event: KeyboardEvent) => {
    const current = values.indexOf(value)
    const tab = {
      ArrowRight: values[(current + 1) % values.length],
      ArrowLeft: values.at(current - 1),
      Home: values[0],
      End: values.at(-1),
    }[event.key]
    if (!tab) return
    event.preventDefault()
    onChange(tab)
    document.getElementById(tabId(tab))?.focus()
  }

  return (
    <>
      <div role="tablist" aria-label={label} className={classes.list} onKeyDown={onKeyDown}>
        {values.map((tab) => (
          <button
            key={tab}
            ref={tab === value ? showTab : null}
            type="button"
            role="tab"
            id={tabId(tab)}
            aria-selected={tab === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab === value ? 0 : -1}
            className={classes.tab}
            onClick={() => onChange(tab)}
          >
            <span className={classes.label} data-label={tabs[tab]}>
              {tabs[tab]}
            </span>
            {counts && <span className={classes.count}> {counts[tab]}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(value)}>
        {children}
      </div>
    </>
  )
}

/** Scrolls to the selected tab, and to part of the one before it: on a phone the tabs may not fit. */
function showTab(tab: HTMLElement | null): void {
  if (tab?.parentElement) tab.parentElement.scrollLeft = tab.offsetLeft - 64
}
