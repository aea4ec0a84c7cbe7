import { useLayoutEffect, useRef, useState } from 'react'
import { focusFirstField } from '../../../ui/form-field.tsx'

/**
 * Moves the focus in a list of rows that can be added and removed.
 * @returns refs for the element around the rows and for the Add button, and focusField: it focuses the field at a path
 * once its row is rendered, or the Add button where there is none
 */
export function useRowFocus<Rows extends HTMLElement>() {
  const rows = useRef<Rows>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [wanted, setWanted] = useState<string>()
  useLayoutEffect(() => {
    if (wanted === undefined) return
    const isFound = rows.current && focusFirstField(rows.current, [wanted])
    if (!isFound) add.current?.focus()
    setWanted(undefined)
  }, [wanted])
  return { rows, add, focusField: setWanted }
}
