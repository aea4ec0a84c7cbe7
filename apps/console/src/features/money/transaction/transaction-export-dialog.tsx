import {
  type TransactionColumn,
  type TransactionExport,
  transactionColumnNames,
  transactionColumns,
} from '@greenroom/contract/desk/export/export.schema'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { type ChosenFormat, ExportDialog } from '../../../shared/record/export/export-dialog.tsx'
import classes from './transaction-export-dialog.module.css'

interface TransactionExportDialogProps {
  opened: boolean
  /** The filters of the list. */
  filters: z.input<typeof TransactionExport>['filters']
  /** How many rows the list has; undefined while it loads. */
  total: number | undefined
  onClose: () => void
}

const messages = {
  title: 'Export transactions',
  rows: (total: number) =>
    total === 1
      ? 'Exports the 1 row of this list.'
      : `Exports all ${total.toLocaleString('en-IN')} rows of this list.`,
  columns: 'Columns',
  all: 'Select all',
  none: 'Clear all',
  chooseOne: 'Choose at least one column',
} as const

const storageKey = 'transaction-export'

/** Chooses format and columns, and starts the export of exactly the rows of the list (OQ-290). */
export function TransactionExportDialog({ opened, filters, total, onClose }: TransactionExportDialogProps) {
  const [{ format, columns }, setChoice] = useState(readChoice)
  const choose = (changes: Partial<Choice>) => {
    const next = { format, columns, ...changes }
    setChoice(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // The storage is full or blocked: the choice lasts as long as the dialog.
    }
  }
  const toggle = (name: TransactionColumn, isChosen: boolean) =>
    choose({
      columns: transactionColumnNames.filter((one) => (one === name ? isChosen : columns.includes(one))),
    })
  return (
    <ExportDialog
      opened={opened}
      onClose={onClose}
      title={messages.title}
      what={total === undefined ? undefined : messages.rows(total)}
      request={(chosen) => ({ kind: 'transactions', format: chosen, filters, columns }) as never}
      disabled={columns.length === 0}
      format={format}
      onFormat={(chosen) => choose({ format: chosen })}
    >
      <fieldset className={classes.columns}>
        <legend className="gr-legend">{messages.columns}</legend>
        <div className={classes.both}>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => choose({ columns: transactionColumnNames })}
          >
            {messages.all}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => choose({ columns: [] })}>
            {messages.none}
          </Button>
        </div>
        <div className={classes.grid}>
          {transactionColumnNames.map((name) => (
            <Checkbox
              key={name}
              label={transactionColumns[name]}
              checked={columns.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
          ))}
        </div>
        {columns.length === 0 && (
          <p className="gr-fine gr-danger" role="alert">
            {messages.chooseOne}
          </p>
        )}
      </fieldset>
    </ExportDialog>
  )
}

interface Choice {
  format: ChosenFormat
  columns: TransactionColumn[]
}

/** Returns the last choice of this browser. */
function readChoice(): Choice {
  const fallback: Choice = { format: 'csv', columns: transactionColumnNames }
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<
      Record<keyof Choice, unknown>
    >
    const columns = stored.columns
    return {
      format: stored.format === 'xlsx' ? 'xlsx' : 'csv',
      columns: Array.isArray(columns)
        ? transactionColumnNames.filter((name) => columns.includes(name))
        : fallback.columns,
    }
  } catch {
    return fallback
  }
}
