// Tests of rules and commands need the errors, events and constraints of all features.
import '#app/server/features.ts';
