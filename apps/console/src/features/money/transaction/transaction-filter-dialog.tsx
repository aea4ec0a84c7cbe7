import type { CurrencyCode } from '@greenroom/contract/money'
import type {
  TrafficSource,
  TransactionStatusFilter,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import { Button } from '@mantine/core'
import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import type { TransactionListType } from '../../../lib/paths.ts'
import { SoldPicker } from '../../../shared/money/sold-picker/sold-picker.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { filterChoiceOf } from './filter-choice.ts'
import classes from './transaction-filter-dialog.module.css'
import { CouponSelect, filterOptions } from './transaction-filter-fields.tsx'
import { transactionFilterMessages, transactionMessages } from './transaction-messages.ts'
import type { FilterNames, TransactionFilters } from './transaction-search.ts'

interface TransactionFilterDialogProps {
  opened: boolean
  type: TransactionListType
  /** The filters in the address. */
  filters: TransactionFilters
  names: FilterNames
  onApply: (filters: TransactionFilters) => void
  onClose: () => void
}

/** The Filters dialog: entity, status, source, currency and coupon, applied together (TXN-08, OQ-320). */
export function TransactionFilterDialog({ opened, onClose, ...rest }: TransactionFilterDialogProps) {
  const formId = useId()
  const [clearings, setClearings] = useState(0)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={transactionMessages.filters}
      footer={
        <>
          <Button size="md" variant="subtle" mr="auto" onClick={() => setClearings(clearings + 1)}>
            {transactionFilterMessages.reset}
          </Button>
          <Button size="md" variant="subtle" onClick={onClose}>
            {transactionFilterMessages.cancel}
          </Button>
          <Button size="md" type="submit" form={formId}>
            {transactionFilterMessages.apply}
          </Button>
        </>
      }
    >
      <Fields key={clearings} {...rest} formId={formId} isCleared={clearings > 0} />
    </Dialog>
  )
}

function Fields({
  formId,
  isCleared,
  type,
  filters,
  names,
  onApply,
}: Omit<TransactionFilterDialogProps, 'opened' | 'onClose'> & { formId: string; isCleared: boolean }) {
  const [values, setValues] = useState<TransactionFilters>(isCleared ? {} : filters)
  const set = (changes: TransactionFilters) => setValues((before) => ({ ...before, ...changes }))
  const currentOf = (key: 'entity' | 'coupon') => (isCleared ? null : filterChoiceOf(key, filters, names))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { entity, status, source, currency, coupon } = values
    onApply({ entity, status, source, currency, coupon })
  }
  return (
    <form id={formId} className={classes.form} noValidate onSubmit={submit}>
      {type !== 'all' && (
        <SoldPicker
          type={type}
          value={values.entity}
          current={currentOf('entity')}
          onChange={(entity) => set({ entity })}
        />
      )}
      <Choice<TransactionStatusFilter>
        label={transactionFilterMessages.status}
        data={filterOptions.status}
        value={values.status}
        onChange={(status) => set({ status })}
      />
      <Choice<TrafficSource>
        label={transactionFilterMessages.source}
        data={filterOptions.source}
        value={values.source}
        onChange={(source) => set({ source })}
      />
      <Choice<CurrencyCode>
        label={transactionFilterMessages.currency}
        data={filterOptions.currency}
        value={values.currency}
        onChange={(currency) => set({ currency })}
      />
      <CouponSelect
        value={values.coupon}
        current={currentOf('coupon')}
        onChange={(coupon) => set({ coupon })}
      />
    </form>
  )
}

/** Its list is no part of the screen, which is inert below the dialog. */
function Choice<Value extends string>(props: ComponentProps<typeof FilterSelect<Value>>) {
  return <FilterSelect placeholder={transactionFilterMessages.any} comboboxProps={{}} {...props} />
}
