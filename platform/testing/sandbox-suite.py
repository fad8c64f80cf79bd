"""A suite of another language: as many tests in parallel as asked for, a gym each, at any of the given processes of one sandbox.

Usage: sandbox-suite.py COUNT URL...
Prints the failures as JSON. It needs nothing but Python.
"""

import concurrent.futures
import datetime
import json
import sys
import threading
import urllib.error
import urllib.request

COUNT, PROCESSES = int(sys.argv[1]), sys.argv[2:]
# all tests begin each step together, so that they meet
TOGETHER = threading.Barrier(COUNT)


class Client:
    def __init__(self, number):
        self.number, self.sent, self.headers = number, 0, {}

    def ask(self, method, path, body=None):
        """The status and the parsed answer, from another process each time."""
        self.sent += 1
        request = urllib.request.Request(
            PROCESSES[(self.number + self.sent) % len(PROCESSES)] + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json", **self.headers},
        )
        try:
            with urllib.request.urlopen(request, timeout=300) as response:
                return response.status, json.loads(response.read() or "null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or "null")


def expect(what, got, wanted):
    if got != wanted:
        raise AssertionError(f"{what}: {got!r} instead of {wanted!r}")


def test(number):
    client = Client(number)
    created, gym = client.ask("POST", "/sandbox/gyms", {"name": f"Gym {number}", "isLimited": False})
    expect("creating", created, 201)
    client.headers = {"x-api-key": gym["v2"]["apiKey"]}
    accounts = {member["shows"]: member["accountId"] for member in gym["members"]}
    own = f"/sandbox/gyms/{gym['gymId']}"

    TOGETHER.wait(300)
    # a fault of its own, which strikes once and no other test
    fault = {"gymId": gym["gymId"], "operations": ["getTasks"], "status": 500 + number % 4, "times": 1}
    expect("setting a fault", client.ask("PUT", f"/sandbox/faults/of-{number}", fault)[0], 200)
    statuses = [client.ask("GET", "/api/v2/tasks")[0] for _ in range(2)]
    expect("the fault", statuses, [500 + number % 4, 200])

    # a time of its own
    now = datetime.datetime(2027, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(days=number)
    now = now.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    expect("moving the clock", client.ask("PUT", own + "/clock", {"now": now, "isFrozen": True})[0], 200)
    expect("the time", client.ask("GET", own + "/clock")[1]["now"], now)

    # changes of its own
    path = f"/api/v2/accounts/{accounts['admitted']}"
    expect("checking in", client.ask("POST", path + "/checkins", {})[0], 204)
    expect("renaming", client.ask("PATCH", path, {"firstName": f"Number {number}"})[0], 204)
    expect("the name", client.ask("GET", path)[1]["firstName"], f"Number {number}")
    gone = f"/api/v2/accounts/{accounts['birthday']}"
    expect("erasing", client.ask("DELETE", gone + "?eraseMemberData=true")[0], 204)
    expect("the erased member", client.ask("GET", gone)[0], 404)
    expect("setting a fault", client.ask("PUT", f"/sandbox/faults/of-{number}", {**fault, "times": 9})[0], 200)

    # half of the tests are set back while the others go on
    if number % 2 == 0:
        reset, again = client.ask("POST", own + "/reset", {})
        expect("resetting", [reset, again["members"]], [200, gym["members"]])
        expect("the name", client.ask("GET", path)[1]["firstName"], "Lena")
        expect("the erased member", client.ask("GET", gone)[0], 200)
        expect("the fault", client.ask("GET", "/api/v2/tasks")[0], 200)
        clock = client.ask("GET", own + "/clock")[1]
        expect("the clock", [clock["isFrozen"], clock["offsetMs"]], [False, 0])
        expect("the members", client.ask("GET", "/api/v2/accounts")[1]["total"], len(accounts))
    else:
        expect("the name", client.ask("GET", path)[1]["firstName"], f"Number {number}")
        expect("the erased member", client.ask("GET", gone)[0], 404)
        expect("the fault", client.ask("GET", "/api/v2/tasks")[0], 500 + number % 4)
        expect("the time", client.ask("GET", own + "/clock")[1]["now"], now)
        expect("the members", client.ask("GET", "/api/v2/accounts")[1]["total"], len(accounts) - 1)

    expect("removing", client.ask("DELETE", own)[0], 204)
    expect("the removed gym", client.ask("GET", "/api/v2/tasks")[0], 403)


def run(number):
    try:
        test(number)
        return None
    except Exception as error:
        TOGETHER.abort()
        return f"test {number}: {error!r}"


with concurrent.futures.ThreadPoolExecutor(COUNT) as pool:
    failures = [failure for failure in pool.map(run, range(COUNT)) if failure]
print(json.dumps(failures))
