-- In a database whose migrating login does not inherit the operator's rights, these statements changed nothing: they came
-- after the change of owner.
SET ROLE front_desk_operator;
--> statement-breakpoint
REVOKE ALL ON FUNCTION profiles_of_other_chains(text), forget_account(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION profiles_of_other_chains(text), forget_account(uuid) TO front_desk_platform;
--> statement-breakpoint
RESET ROLE;
