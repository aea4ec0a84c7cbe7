import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'
import { ReadOnlyNotice } from '../../ui/form-notice.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import type { ClosedGroup } from './masterclass-closed.ts'
import { DetailsStep } from './masterclass-details-step.tsx'
import { valuesOf } from './masterclass-form-values.ts'
import { JoiningStep } from './masterclass-joining-step.tsx'
import { readOnlyWords } from './masterclass-messages.ts'
import { PriceStep } from './masterclass-price-step.tsx'
import classes from './masterclass-wizard.module.css'

interface MasterclassReadOnlyProps {
  masterclass: Masterclass
  group: ClosedGroup
}

/** The steps of a masterclass that is not a draft, closed to changes, with the reason (MC-10, OQ-134). */
export function MasterclassReadOnly({ masterclass, group }: MasterclassReadOnlyProps) {
  const form = useForm({ initialValues: valuesOf(masterclass) })
  const search = group === 'active' ? {} : { tab: group }
  return (
    <FormPage
      width="wizard"
      busy={false}
      onSubmit={nothing}
      onCancel={nothing}
      actions={
        <Button
          size="md"
          variant="default"
          renderRoot={(props) => <Link to={paths.masterclassList} search={search} {...props} />}
        >
          {readOnlyWords.back}
        </Button>
      }
    >
      <ReadOnlyNotice message={readOnlyWords[group]} />
      <fieldset disabled className={classes.closed}>
        <DetailsStep
          mode="edit"
          form={form}
          storedBanner={masterclass.banner}
          banner={{ kind: 'kept' }}
          onBanner={nothing}
          disabled
        />
        <PriceStep form={form} />
        <JoiningStep form={form} storedTypes={[]} />
      </fieldset>
    </FormPage>
  )
}

// Every field is disabled: there is nothing to send.
function nothing() {}
