-- 0009 was without these grants for its first hour. A database that was migrated in that hour, and one that is restored from
-- its dump, lack them, and pg_dump as the operator (docs/operate.md) fails.
GRANT SELECT ON SEQUENCE "sandbox_requests_number_seq", "sandbox_attempts_number_seq" TO front_desk_operator;
