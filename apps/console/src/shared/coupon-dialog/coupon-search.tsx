import { searchCoupons } from '@greenroom/contract/coupon/coupon.endpoints'
import type { Coupon } from '@greenroom/contract/coupon/coupon.schema'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { couponDialogMessages } from './coupon-messages.ts'
import classes from './coupon-search.module.css'
import { discountWords, isExpired, validityDay } from './coupon-words.ts'

interface CouponSearchProps {
  /** The coupons that stand in the dialog already: they are shown as added and cannot be picked again. */
  addedIds: ReadonlySet<string>
  onPick: (coupon: Coupon) => void
  inputRef: Ref<HTMLInputElement>
}

const debounceMs = 500
const retryOption = 'retry'

/** Finds existing coupons by a part of their code (CPN-05); one that is picked goes to the dialog. */
export function CouponSearch({ addedIds, onPick, inputRef }: CouponSearchProps) {
  const listLabel = useId()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [text, setText] = useState('')
  const wanted = text.trim()
  const [searched] = useDebouncedValue(wanted, debounceMs)
  const coupons = useRead(
    searchCoupons,
    { query: { search: searched } },
    { enabled: combobox.dropdownOpened },
  )
  const found = coupons.data ?? []
  const isSearching = coupons.isFetching || wanted !== searched

  // Another list has other rows: the mark on a row of the old one would pick the wrong coupon.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new list is what takes the mark away
  useEffect(() => combobox.resetSelectedOption(), [coupons.data])

  const pick = (id: string) => {
    if (id === retryOption) return void coupons.refetch()
    const coupon = found.find(({ _id }) => _id === id)
    if (!coupon || addedIds.has(id)) return
    onPick(coupon)
    setText('')
    combobox.closeDropdown()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !combobox.dropdownOpened || combobox.getSelectedOptionIndex() !== -1) return
    event.preventDefault()
    const [only, another] = found
    if (only && !another && !isSearching) pick(only._id)
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      transitionProps={{ duration: 0 }}
      // The list grows after it is opened: the side that held one line may not hold all of it.
      preventPositionChangeWhenVisible={false}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={inputRef}
          className={classes.field}
          aria-label="Search coupons"
          placeholder="Search coupons by code"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
          leftSection={<IconSearch size={15} stroke={1.5} aria-hidden="true" />}
          rightSection={combobox.dropdownOpened && isSearching ? <Spinner /> : null}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <span id={listLabel} hidden>
          Coupons
        </span>
        <div role="status">
          {coupons.isError ? (
            <p className={classes.message} data-failed>
              {couponDialogMessages.failed} {failureHelp(coupons.error)}
            </p>
          ) : coupons.isPending ? (
            <p className={classes.message}>{couponDialogMessages.loading}</p>
          ) : (
            found.length === 0 && <p className={classes.message}>{couponDialogMessages.empty}</p>
          )}
        </div>
        <Combobox.Options labelledBy={listLabel} className={classes.list}>
          {!coupons.isError &&
            found.map((coupon) => {
              const isAdded = addedIds.has(coupon._id)
              return (
                <Combobox.Option
                  key={coupon._id}
                  value={coupon._id}
                  disabled={isAdded}
                  aria-selected={isAdded}
                  className={classes.option}
                >
                  <span className={classes.code}>{coupon.code}</span>
                  <span className={classes.facts}>
                    {isExpired(coupon) ? 'Expired' : 'Valid till'} {validityDay(coupon.valid_till)} ·{' '}
                    {discountWords(coupon)}
                  </span>
                  {isAdded && <span className={classes.added}>Added</span>}
                </Combobox.Option>
              )
            })}
          {coupons.isError && (
            <Combobox.Option value={retryOption} aria-selected={false} className={classes.option}>
              Retry
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
