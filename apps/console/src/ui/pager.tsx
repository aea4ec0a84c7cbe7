import { Button, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './pager.module.css'

interface PagerProps {
  /** From 1. */
  page: number
  /** Current page size, and the sizes to choose from. */
  size: number
  sizes: readonly number[]
  /** Rows on this page, and in total. */
  shown: number
  total: number
  /** The rows belong to the previous query; the next ones are loading. */
  busy?: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Pagination of a table: page size, total, and buttons for the previous and next page. */
export function Pager({ page, size, sizes, shown, total, busy, onPage, onSize }: PagerProps) {
  const id = useId()
  const last = pageCount(total, size)
  const atFirst = page <= 1
  const atLast = page >= last
  return (
    <nav className={classes.pager} aria-label="Pages" aria-busy={busy || undefined}>
      <label htmlFor={id}>Rows per page</label>
      <NativeSelect
        id={id}
        className={classes.sizes}
        data={sizes.map(String)}
        value={String(size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
      <span className="gr-nowrap" role="status">
        Showing {count(shown)} of {count(total)} rows
      </span>
      <span className={classes.page}>
        Page {count(page)} of {count(last)}
      </span>
      <span className={classes.buttons}>
        {/* The disabled attribute would drop the focus when the last page is reached. */}
        <Button
          variant="default"
          size="xs"
          className={classes.step}
          aria-disabled={atFirst || undefined}
          data-off={atFirst || undefined}
          leftSection={<IconChevronLeft size={15} stroke={2} aria-hidden="true" />}
          onClick={() => !atFirst && onPage(page - 1)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="xs"
          className={classes.step}
          aria-disabled={atLast || undefined}
          data-off={atLast || undefined}
          rightSection={<IconChevronRight size={15} stroke={2} aria-hidden="true" />}
          onClick={() => !atLast && onPage(page + 1)}
        >
          Next
        </Button>
      </span>
    </nav>
  )
}

/** Returns the number of pages, at least 1. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

const grouped = new Intl.NumberFormat('en-IN')

function count(number: number): string {
  return grouped.format(number)
}
